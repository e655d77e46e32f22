import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError, parseJson, type ClientInfo } from '@questp/messages/language';
import { CONFIG, LOGGER, type Logger } from '@questp/service';
import type { Config } from '../../shared/config.js';

/** Actions for which a CAPTCHA is solved, as the front-end names them to the provider. */
export type BotCheckAction = 'sign_in' | 'password';

/** Total time in milliseconds; the caller waits for 5 s. */
const TIMEOUT_MS = 3_000;
const MAX_ANSWER = 16_384;

const PROVIDERS = {
  turnstile: { url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', returnsAction: true },
  hcaptcha: { url: 'https://api.hcaptcha.com/siteverify', returnsAction: false },
} as const;

/** Members of the provider's answer that decide. */
interface Verdict {
  success?: unknown;
  hostname?: unknown;
  action?: unknown;
}

/** Verifies a CAPTCHA result at its provider, including the page and the action. */
@Injectable()
export class BotCheck implements OnApplicationBootstrap {
  /** Throws if it is enabled and its configuration is incomplete. */
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly egress: Egress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { BOT_CHECK, BOT_CHECK_SECRET, BOT_CHECK_HOSTNAMES } = config;
    if (BOT_CHECK !== 'off' && (BOT_CHECK_SECRET === '' || BOT_CHECK_HOSTNAMES.length === 0)) {
      throw new Error('BOT_CHECK needs BOT_CHECK_SECRET and BOT_CHECK_HOSTNAMES');
    }
  }

  get isOn(): boolean {
    return this.config.BOT_CHECK !== 'off';
  }

  onApplicationBootstrap(): void {
    if (!this.isOn) {
      this.logger.warn(
        'BOT_CHECK is off: bots may ask for codes of mails and try passwords, as often as the limits let them',
      );
    }
  }

  /** BOT_CHECK_FAILED, or SERVICE_UNAVAILABLE when the provider does not answer; no effect while it is disabled. */
  async require(action: BotCheckAction, token: string | undefined, client: ClientInfo): Promise<void> {
    const { BOT_CHECK, BOT_CHECK_HOSTNAMES } = this.config;
    if (BOT_CHECK === 'off') return;
    if (token === undefined) throw new AppError('BOT_CHECK_FAILED');
    const { returnsAction, url } = PROVIDERS[BOT_CHECK];
    const verdict = await this.ask(this.config.BOT_CHECK_URL || url, token, client);
    const isOurs = typeof verdict.hostname === 'string' && BOT_CHECK_HOSTNAMES.includes(verdict.hostname);
    const isForThis = !returnsAction || verdict.action === action;
    if (verdict.success !== true || !isOurs || !isForThis) throw new AppError('BOT_CHECK_FAILED');
  }

  private async ask(url: string, token: string, { ip }: ClientInfo): Promise<Verdict> {
    const form = new URLSearchParams({ secret: this.config.BOT_CHECK_SECRET, response: token, remoteip: ip });
    const answer = await this.egress.send(url, {
      destination: 'bot check',
      namedBy: 'platform',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER,
    });
    const verdict = answer.outcome === 'answered' && answer.status === 200 ? toVerdict(answer.body) : undefined;
    if (verdict !== undefined) return verdict;
    const logged = answer.outcome === 'answered' ? { status: answer.status } : { outcome: answer.outcome };
    this.logger.warn(logged, 'bot check not answered');
    throw new AppError('SERVICE_UNAVAILABLE');
  }
}

/** Undefined unless the text is a JSON object. */
function toVerdict(body: Buffer): Verdict | undefined {
  try {
    const read: unknown = parseJson(body.toString());
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}
