import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type Parts } from '@questp/service';
import { ConsoleSockets } from './live/sockets/console.sockets.js';
import { LiveSockets } from './live/sockets/live-sockets.js';
import { StudioSockets } from './live/sockets/studio.sockets.js';

@Module({})
export class AppModule {
  static with(parts: Parts, sockets: LiveSockets): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [{ provide: LiveSockets, useValue: sockets }, StudioSockets, ConsoleSockets],
    };
  }
}
