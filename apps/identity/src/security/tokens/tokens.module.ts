import { Module } from '@nestjs/common';
import { TokensHandlers } from './tokens.handlers.js';
import { TokensRepository } from './tokens.repository.js';

@Module({ controllers: [TokensHandlers], providers: [TokensRepository] })
export class TokensModule {}
