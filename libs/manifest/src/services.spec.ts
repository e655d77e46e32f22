import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNamed, SERVICES } from './index.js';

const root = join(import.meta.dirname, '../../..');

describe('services.json', () => {
  it('has one row per project in apps', () => {
    const projects = readdirSync(join(root, 'apps')).filter((name) =>
      existsSync(join(root, 'apps', name, 'package.json')),
    );
    expect(SERVICES.map(({ name }) => name).sort()).toEqual(projects.sort());
  });

  it('gives every service a health port and a schema of its own', () => {
    const ports = SERVICES.map(({ healthPort }) => healthPort);
    const schemas = SERVICES.flatMap(({ schema }) => schema ?? []);
    expect(new Set(ports).size).toBe(ports.length);
    expect(new Set(schemas).size).toBe(schemas.length);
  });

  it.each(SERVICES.map((row) => [row.name, row] as const))(
    'gives %s the address of the database exactly when it has a schema, and requires migrations then',
    (name, { schema, environment }) => {
      expect(environment.includes('DATABASE_URL')).toBe(schema !== null);
      expect(existsSync(join(root, 'prisma/migrations', name))).toBe(schema !== null);
    },
  );

  it('lists a service after those whose views it reads, so that their tables exist', () => {
    const before = SERVICES.flatMap(({ reads = [] }, index) =>
      reads.map((name) => SERVICES.indexOf(serviceNamed(name)) < index),
    );
    expect(before.length).toBeGreaterThan(0);
    expect(before).not.toContain(false);
  });

  it('throws for an unknown name', () => {
    expect(() => serviceNamed('payments')).toThrow('no service payments');
  });
});
