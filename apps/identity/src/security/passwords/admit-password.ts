import { Injectable } from '@nestjs/common';
import { AppError, type ClientInfo } from '@questp/messages/language';
import { BotCheck } from '../bot-check/bot-check.js';
import { CredentialAttemptsRepository, type Attempt, type PasswordSource } from './credential-attempts.repository.js';

/** Admits a password attempt at sign-in; after wrong attempts it requires a CAPTCHA. */
@Injectable()
export class AdmitPassword {
  constructor(
    private readonly credentialAttemptsRepository: CredentialAttemptsRepository,
    private readonly botCheck: BotCheck,
  ) {}

  /** SIGN_IN_LOCKED, BOT_CHECK_REQUIRED, BOT_CHECK_FAILED. A CAPTCHA token is only verified if it is required. */
  async execute(source: PasswordSource, botToken: string | undefined, client: ClientInfo): Promise<Attempt> {
    const attempt = await this.credentialAttemptsRepository.admitPassword(source, !this.botCheck.isOn);
    if (attempt !== undefined) return attempt;
    if (botToken === undefined) throw new AppError('BOT_CHECK_REQUIRED');
    await this.botCheck.require('sign_in', botToken, client);
    return (await this.credentialAttemptsRepository.admitPassword(source, true)) as Attempt;
  }
}
