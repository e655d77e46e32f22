import { AppError, mayCall, messageErrors, type Contract } from '@questp/messages/language';
import { Bus, type Logger } from '@questp/service';

type Answer<Request, Reply> = (request: Request) => Reply | Promise<Reply>;

/** Stands in for the broker: records sent messages, and gives requests the set answers. */
export class TestBus extends Bus {
  readonly calls: { subject: string; request: object }[] = [];
  readonly broadcasts: { subject: string; message: object }[] = [];
  private readonly answers = new Map<string, Answer<never, object | null>>();

  constructor(
    private readonly service: string,
    logger: Logger,
  ) {
    super('nats://nowhere.invalid', service, logger);
  }

  /** From now on requests of the contract get what `answer` gives or throws, as they would over the bus. */
  answer<Request extends object, Reply extends object | null>(
    { subject }: Contract<Request, Reply>,
    answer: Answer<Request, Reply>,
  ): void {
    this.answers.set(subject, answer);
  }

  /** SERVICE_UNAVAILABLE for a contract without an answer. Throws an error other than AppError for a message that no class takes. */
  override async call<Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    const { subject } = contract;
    if (!mayCall(contract, this.service)) throw new Error(`${subject} does not name ${this.service} as a caller`);
    const sent = throughJson(request);
    this.calls.push({ subject, request: sent });
    requireFit(`request of ${subject}`, contract.request, sent);
    const answer = this.answers.get(subject) as Answer<Request, Reply> | undefined;
    if (answer === undefined) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    const reply = throughJson(await answer(sent));
    if (contract.reply !== null) requireFit(`answer of ${subject}`, contract.reply, reply);
    return reply;
  }

  override broadcast(subject: string, message: object): Promise<void> {
    this.broadcasts.push({ subject, message });
    return Promise.resolve();
  }

  /** What was broadcast on a subject, in order. */
  broadcastOn<Message extends object>(subject: string): Message[] {
    return this.broadcasts.filter((one) => one.subject === subject).map(({ message }) => message as Message);
  }

  override isReady(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function requireFit(what: string, of: Contract['request'], value: unknown): void {
  const errors = messageErrors(of, value);
  if (errors.length > 0) throw new Error(`The ${what} does not fit its class: ${JSON.stringify(errors)}`);
}
