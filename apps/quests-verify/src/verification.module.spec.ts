import { Global, Module } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { contracts } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Bus, CONFIG, createLogger, LOGGER } from '@questp/service';
import { VerificationModule } from './verification.module.js';

const OWN =
  /^quests\.(audit|submissions|checks|review|daily-checkin|quiz|secret-code|visit|attestation|leaderboard|ledger)\./;

const parts = [
  { provide: Database, useValue: {} },
  { provide: Bus, useValue: {} },
  { provide: CONFIG, useValue: { APP_URL: 'https://app.example.org', CHAINS: '[]' } },
  { provide: LOGGER, useValue: createLogger('test', 'silent') },
];

@Global()
@Module({ providers: parts, exports: parts })
class Parts {}

/** Subjects of the methods of a handler class, as Nest finds them. */
function subjectsOf(handlers: object): string[] {
  const members = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(handlers) as object);
  return Object.values(members).flatMap(({ value }: { value?: unknown }) =>
    typeof value === 'function' ? ((Reflect.getMetadata('microservices:pattern', value) ?? []) as string[]) : [],
  );
}

describe('verification module', () => {
  it('answers every contract of submissions, review, verification and leaderboards', async () => {
    const module = await Test.createTestingModule({ imports: [Parts, VerificationModule] }).compile();
    const controllers = [...module.get(ModulesContainer).values()].flatMap(({ controllers }) =>
      [...controllers.values()].map(({ instance }): object => instance),
    );
    const subjects = contracts()
      .map(({ subject }) => subject)
      .filter((subject) => OWN.test(subject));
    expect(subjects.length).toBeGreaterThan(20);
    expect(controllers.flatMap(subjectsOf).toSorted()).toEqual(subjects.toSorted());
  });
});
