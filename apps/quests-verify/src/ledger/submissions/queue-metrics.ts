import { Injectable } from '@nestjs/common';
import { AskedGauge } from '@questp/service';
import { QueuesRepository } from './queues.repository.js';

const inReview = new AskedGauge('questp_review_queue', 'Submissions that wait for a reviewer');
const pendingAge = new AskedGauge(
  'questp_pending_age_seconds',
  'Age of the submission that has been pending the longest; given up after a day, so alert before',
);

/** Metrics of the review and check queues. */
@Injectable()
export class QueueMetrics {
  constructor(queuesRepository: QueuesRepository) {
    inReview.readBy(() => queuesRepository.inReview());
    pendingAge.readBy(() => queuesRepository.pendingAge());
  }
}
