import type { Wing } from '@questp/service-kit';
import { NewsChoicesRepository } from './news-choices.repository.js';
import { NewsWorker } from './news-worker.js';
import { NewsRepository } from './news.repository.js';
import { Unsubscribe } from './unsubscribe.js';

export const digests: Wing = {
  providers: [NewsRepository, NewsChoicesRepository, NewsWorker, Unsubscribe],
};
