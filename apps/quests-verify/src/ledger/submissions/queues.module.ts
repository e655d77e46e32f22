import { Module } from '@nestjs/common';
import { QueueMetrics } from './queue-metrics.js';
import { QueuesRepository } from './queues.repository.js';

@Module({ providers: [QueueMetrics, QueuesRepository] })
export class QueuesModule {}
