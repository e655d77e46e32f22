import { Module, type OnModuleInit } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { ChainsModule } from '../../shared/chains.module.js';
import { MethodHashesHandlers } from './method-hashes.handlers.js';
import { MethodHashesRepository } from './method-hashes.repository.js';

@Module({
  imports: [ChainsModule],
  controllers: [MethodHashesHandlers],
  providers: [MethodHashesRepository],
  exports: [MethodHashesRepository],
})
export class MethodHashesModule implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly hashes: MethodHashesRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.hashes.requireSameKey(this.db);
  }
}
