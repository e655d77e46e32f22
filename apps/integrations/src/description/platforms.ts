import { Inject, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CONFIG } from '@questp/service';
import type { ConnectionProvider, CredentialProvider, Integration } from '@questp/messages/integrations';
import type { SetupCheck } from './hooks.js';
import type { Platform, PlatformConfig } from './platform.js';

type Described = Platform<PlatformConfig>;

/** A description of every provider of spec 2.8. */
export type PlatformList = Readonly<
  Record<CredentialProvider, Described> & Record<ConnectionProvider, Required<Pick<Described, 'connection'>>>
>;

/** Injection token of the list. */
export const PLATFORM_LIST = Symbol('PLATFORM_LIST');

/** The platforms of the service. The wings above take them from here and import none. */
@Injectable()
export class Platforms {
  constructor(
    @Inject(PLATFORM_LIST) private readonly list: PlatformList,
    /** For the functions of the descriptions. */
    @Inject(CONFIG) readonly config: PlatformConfig,
    private readonly moduleRef: ModuleRef,
  ) {}

  of<Provider extends CredentialProvider>(provider: Provider): PlatformList[Provider] {
    return this.list[provider];
  }

  /** The check of a set-up by its name; undefined: no platform has it. */
  setupCheck(name: Integration): SetupCheck | undefined {
    const setup = Object.values<Described>(this.list).find((platform) => platform.setup?.name === name)?.setup;
    return setup && this.part(setup.check);
  }

  /** The provider of the service that a platform names for a part of its work. */
  part<Part>(type: Type<Part>): Part {
    return this.moduleRef.get(type, { strict: false });
  }
}
