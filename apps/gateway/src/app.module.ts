import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type Parts } from '@questp/service';
import { AdminSignInController } from './admin-sign-in/admin-sign-in.controller.js';
import { RateLimits } from './edge/rate-limits/rate-limits.js';
import { ConsoleSockets } from './sockets/console.sockets.js';
import { LiveSockets } from './sockets/live-sockets.js';
import { StudioSockets } from './sockets/studio.sockets.js';

@Module({})
export class AppModule {
  static with(parts: Parts, limits: RateLimits, sockets: LiveSockets): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [
        { provide: RateLimits, useValue: limits },
        { provide: LiveSockets, useValue: sockets },
        StudioSockets,
        ConsoleSockets,
      ],
      controllers: [AdminSignInController],
    };
  }
}
