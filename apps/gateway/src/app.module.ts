import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type Parts } from '@questp/service';
import { AdminSignInController } from './admin-sign-in/admin-sign-in.controller.js';
import { RateLimits } from './edge/rate-limits/rate-limits.js';

@Module({})
export class AppModule {
  static with(parts: Parts, limits: RateLimits): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [{ provide: RateLimits, useValue: limits }],
      controllers: [AdminSignInController],
    };
  }
}
