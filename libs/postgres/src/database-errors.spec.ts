import { AppError } from '@questp/messages/language';
import { isRetryable, toAppError } from './database-errors.js';

const ofPostgres = (code: string, severity = 'ERROR') => Object.assign(new Error('of PostgreSQL'), { code, severity });
/** Like PrismaClientKnownRequestError of Prisma 7.10 with @prisma/adapter-pg. */
const ofPrisma = (originalCode: string, severity = 'ERROR') =>
  Object.assign(new Error('Invalid invocation'), {
    code: 'P2039',
    meta: {
      modelName: 'Notification',
      driverAdapterError: { name: 'DriverAdapterError', cause: { originalCode, severity } },
    },
  });

describe('toAppError', () => {
  it.each([
    ['08006', 'connection_failure'],
    ['25006', 'read_only_sql_transaction'],
    ['28P01', 'invalid_password'],
    ['3D000', 'invalid_catalog_name'],
    ['25P03', 'idle_in_transaction_session_timeout'],
    ['40001', 'serialization_failure'],
    ['40P01', 'deadlock_detected'],
    ['53300', 'too_many_connections'],
    ['53100', 'disk_full'],
    ['55P03', 'lock_not_available'],
    ['57014', 'query_canceled'],
    ['57P01', 'admin_shutdown'],
    ['57P03', 'cannot_connect_now'],
    ['ECONNREFUSED', 'no server'],
  ])('%s (%s) is SERVICE_UNAVAILABLE, also from Prisma', (code) => {
    for (const error of [ofPostgres(code), ofPrisma(code)]) {
      expect(toAppError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 1 } });
    }
  });

  it('insufficient_privilege is SERVICE_UNAVAILABLE where the role may not connect, and stays what it is in a statement', () => {
    for (const errorOf of [ofPostgres, ofPrisma]) {
      expect(toAppError(errorOf('42501', 'FATAL'))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      const defect = errorOf('42501');
      expect(toAppError(defect)).toBe(defect);
    }
  });

  it.each(['23505', '22P02', '42P01', '0A000', 'P2002'])('%s stays what it is', (code) => {
    for (const error of [ofPostgres(code), ofPrisma(code)]) expect(toAppError(error)).toBe(error);
  });

  it.each([undefined, null, 'text', 57014, new AppError('NOT_FOUND')])('%p stays what it is', (error) => {
    expect(toAppError(error)).toBe(error);
  });
});

describe('isRetryable', () => {
  it('is true for deadlocks and serialization failures alone', () => {
    expect(['40001', '40P01', '55P03', '23505'].filter((code) => isRetryable(ofPostgres(code)))).toEqual([
      '40001',
      '40P01',
    ]);
  });
});
