import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { HEALTH_SECONDS, readChatcommSetup } from '@questp/messages/integrations';
import type { ReplyOf } from '@questp/messages/language';
import { CONFIG, Rpc } from '@questp/service';
import { Credentials, reveal } from '../../credentials/credentials.js';
import { at, handleOf } from '../../description/account.js';
import { CHECK_MS, jsonOf } from '../../outbound/finding.js';
import { Recent } from '../../outbound/recent.js';
import { applicationRequest, installUrl, type ChatcommConfig } from './application.js';
import { BOT_PERMISSIONS } from './permissions.js';
import { messageContentOf } from './message-content.js';

type Setup = ReplyOf<typeof readChatcommSetup>;

/** The application, as the platform describes it. */
type Application = Pick<Setup, 'applicationId' | 'applicationName' | 'messageContent' | 'missing'>;

const UNKNOWN = { applicationId: null, applicationName: null, messageContent: null };

/** Reports which steps of the setup of the chat application are missing. */
@Injectable()
export class ReadChatcommSetup {
  private readonly recent = new Recent<'application', Application>(HEALTH_SECONDS);

  constructor(
    private readonly credentials: Credentials,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: ChatcommConfig,
  ) {}

  @Rpc(readChatcommSetup)
  async execute(): Promise<Setup> {
    const { values, source, updatedAt } = await this.credentials.read('chatcomm');
    const { clientId, botToken, publicKey } = reveal(values);
    const { missing, ...application } =
      botToken === undefined
        ? { ...UNKNOWN, missing: ['Store clientId, clientSecret and botToken of the credential chatcomm.'] }
        : await this.recent.get('application', `${source} ${updatedAt?.getTime()}`, () =>
            this.readApplication(botToken),
          );
    const isOther =
      clientId !== undefined && application.applicationId !== null && application.applicationId !== clientId;
    return {
      ...application,
      installUrl: clientId === undefined ? null : installUrl(clientId, this.config),
      permissions: BOT_PERMISSIONS.number,
      permissionNames: BOT_PERMISSIONS.names,
      hasPublicKey: publicKey !== undefined,
      missing: isOther ? [...missing, 'Store clientId and botToken of the same application.'] : missing,
    };
  }

  private async readApplication(botToken: string): Promise<Application> {
    const { url, headers } = applicationRequest(botToken, this.config);
    const answer = await this.egress.get(url, {
      destination: 'chatcomm',
      namedBy: 'platform',
      headers: { accept: 'application/json', ...headers },
      timeoutMs: CHECK_MS,
      follow: true,
    });
    if (answer.outcome === 'answered' && (answer.status === 401 || answer.status === 403)) {
      return { ...UNKNOWN, missing: ['The platform refuses the bot token; reset it there and store it again.'] };
    }
    const application = answer.outcome === 'answered' && answer.status === 200 ? jsonOf(answer.body) : undefined;
    const id = at(application, 'id');
    if (typeof id !== 'string' || !/^\d{1,20}$/.test(id)) {
      return {
        ...UNKNOWN,
        missing: ['The platform does not describe the application at the moment; try again later.'],
      };
    }
    const messageContent = messageContentOf(application);
    return {
      applicationId: id,
      applicationName: handleOf(at(application, 'name')),
      messageContent,
      missing: messageContent === 'none' ? [ENABLE_MESSAGE_CONTENT] : [],
    };
  }
}

const ENABLE_MESSAGE_CONTENT =
  'Enable the message content intent of the bot in the developer portal; without it no quest can look for a text.';
