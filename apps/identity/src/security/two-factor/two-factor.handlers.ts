import { Injectable } from '@nestjs/common';
import {
  askForSecondFactorCode,
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getSecuritySettings,
  getTwoFactor,
  renewRecoveryCodes,
  setSecuritySettings,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { SecondFactor } from './second-factor.js';
import { SecuritySettingsRepository } from './security-settings.repository.js';
import { SetSecuritySettings } from './set-security-settings.js';
import { SetUpTwoFactor } from './set-up-two-factor.js';
import { TwoFactorRepository } from './two-factor.repository.js';

@Injectable()
export class TwoFactorHandlers {
  constructor(
    private readonly twoFactor: TwoFactorRepository,
    private readonly secondFactor: SecondFactor,
    private readonly setUp: SetUpTwoFactor,
    private readonly settings: SecuritySettingsRepository,
    private readonly setSettings: SetSecuritySettings,
  ) {}

  @Rpc(askForSecondFactorCode)
  async mailAgain(request: RequestOf<typeof askForSecondFactorCode>) {
    return this.secondFactor.mailAgain(request);
  }

  @Rpc(getTwoFactor)
  async get({ ownerId }: RequestOf<typeof getTwoFactor>) {
    return this.twoFactor.get(ownerId);
  }

  @Rpc(beginTwoFactor)
  async begin(request: RequestOf<typeof beginTwoFactor>) {
    return this.setUp.begin(request);
  }

  @Rpc(enableTwoFactor)
  async enable(request: RequestOf<typeof enableTwoFactor>) {
    return this.setUp.enable(request);
  }

  @Rpc(disableTwoFactor)
  async disable(request: RequestOf<typeof disableTwoFactor>) {
    return this.setUp.disable(request);
  }

  @Rpc(renewRecoveryCodes)
  async renew(request: RequestOf<typeof renewRecoveryCodes>) {
    return this.setUp.renewRecoveryCodes(request);
  }

  @Rpc(getSecuritySettings)
  async getSettings() {
    return this.settings.get();
  }

  @Rpc(setSecuritySettings)
  async changeSettings(request: RequestOf<typeof setSecuritySettings>) {
    return this.setSettings.run(request);
  }
}
