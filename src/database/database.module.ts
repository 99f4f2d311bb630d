import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { dataSourceOptions, SERVICE_TIMEOUTS } from '../../ormconfig.js';
import { outliveConnections } from './lost-connections.client.js';
import { Notifications } from './notifications.client.js';
import { dropStuckConnections } from './stuck-connections.client.js';
import { TypeOrmLogger } from './typeorm-logger.adapter.js';
import { Transactions } from './transactions.service.js';

/** The data source of the service, and the transactions on it. */
@Global()
@Module({})
export class DatabaseModule {
  constructor(dataSource: DataSource) {
    outliveConnections(dataSource);
    dropStuckConnections(dataSource);
  }

  /** `timeouts`: how long a statement may take; the command line is more patient than a request. */
  static register(url: string, timeouts = SERVICE_TIMEOUTS): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(url, timeouts),
          logger: new TypeOrmLogger(),
          // A busy machine may miss the short time-out of a request again and again; a start can wait.
          retryAttempts: 20,
          retryDelay: 500,
        }),
      ],
      providers: [Transactions, Notifications],
      exports: [Transactions, Notifications],
    };
  }
}
