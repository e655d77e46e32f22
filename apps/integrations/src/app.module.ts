import { Module } from '@nestjs/common';
import { ChainTransactionsModule } from './chain-transactions/chain-transactions.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { FilesModule } from './files/files.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { ProjectsModule } from './projects/projects.module.js';

@Module({
  imports: [ChainTransactionsModule, CredentialsModule, FilesModule, OAuthModule, OperatorsModule, ProjectsModule],
})
export class AppModule {}
