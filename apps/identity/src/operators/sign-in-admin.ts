import { Injectable } from '@nestjs/common';
import { signInAdmin } from '@questp/messages/identity';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { addressKey, Rpc } from '@questp/service';
import { AdminDevicesRepository } from './admin-devices.repository.js';
import { AdminsRepository } from './admins.repository.js';
import { CheckCredentials } from './check-credentials.js';
import { canonicalEmail, isEmail } from '../shared/email.js';
import { OpenAdminSession } from './open-admin-session.js';

@Injectable()
export class SignInAdmin {
  constructor(
    private readonly adminsRepository: AdminsRepository,
    private readonly adminDevicesRepository: AdminDevicesRepository,
    private readonly checkCredentials: CheckCredentials,
    private readonly openAdminSession: OpenAdminSession,
  ) {}

  @Rpc(signInAdmin)
  async execute(request: RequestOf<typeof signInAdmin>): Promise<ReplyOf<typeof signInAdmin>> {
    const { password, client, deviceToken, botToken } = request;
    const email = canonicalEmail(request.email);
    const account = isEmail(email) ? await this.adminsRepository.credentialsByEmail(email) : undefined;
    const deviceId = deviceToken === undefined ? undefined : await this.adminDevicesRepository.find(email, deviceToken);
    const operator = `operator ${email}`;
    const isKnown = deviceId !== undefined;
    const network = `network ${addressKey(client.ip)}`;
    const key = isKnown ? `device ${deviceId}` : `${operator} from ${addressKey(client.ip)}`;
    const source = { key, account: operator, network, isKnown };
    const check = { account, email, password, client, at: 'sign_in', source, botToken } as const;
    const attempt = await this.checkCredentials.execute(check);
    if (account === undefined || attempt === undefined) throw new AppError('CREDENTIALS_INVALID');
    return this.openAdminSession.firstStep(account, { attempt, client, deviceId });
  }
}
