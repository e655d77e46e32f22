import { sql, type Queries } from '@questp/postgres';

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** Keys without a condition, each with its columns; the primary key first. */
  keys: { primary: boolean; columns: string[] }[] | null;
}

const TYPES: Partial<Record<string, string>> = {
  bool: 'Boolean',
  bytea: 'Bytes',
  date: 'DateTime @db.Date',
  float8: 'Float',
  int2: 'Int @db.SmallInt',
  int4: 'Int',
  int8: 'BigInt',
  jsonb: 'Json',
  numeric: 'Decimal',
  text: 'String',
  timestamptz: 'DateTime @db.Timestamptz(6)',
  uuid: 'String @db.Uuid',
};

/** A Prisma schema with the columns and keys that the tables of its models have by now. */
export async function withColumns(schema: string, db: Queries): Promise<string> {
  const columns = await db.rows<Column>(sql`
    SELECT c.table_name AS "table", c.column_name AS name, c.udt_name AS type, c.is_nullable = 'YES' AS nullable, (
      SELECT json_agg(json_build_object('primary', i.indisprimary, 'columns', ARRAY(
        SELECT a.attname FROM unnest(i.indkey) WITH ORDINALITY AS k (no, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.no ORDER BY k.place
      )) ORDER BY i.indisprimary DESC, i.indexrelid)
      FROM pg_index i
      WHERE i.indrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND i.indisunique
        AND i.indpred IS NULL AND i.indexprs IS NULL
    ) AS keys
    FROM information_schema.columns c WHERE c.table_schema = current_schema() ORDER BY c.ordinal_position`);
  return schema.replaceAll(/^(model \w+ \{\n)([^}]*)^\}/gmu, (_, head: string, body: string) => {
    const table = /@@map\("(\w+)"\)/u.exec(body)?.[1];
    const own = columns.filter((column) => column.table === table);
    if (own.length === 0) throw new Error(`There is no table ${table} for the ${head.trim()}`);
    const keys = (own[0]?.keys ?? []).flatMap(({ primary, columns: of }) =>
      of.length > 1 ? [`  @@${primary ? 'id' : 'unique'}([${of.map(toMember).join(', ')}])`] : [],
    );
    const rest = body.split('\n').filter((line) => /^\s+@@(map|schema)/u.test(line));
    return `${head}${aligned(own.map(fieldOf)).join('\n')}\n\n${[...keys, ...rest].join('\n')}\n}`;
  });
}

function fieldOf({ name, type, nullable, keys }: Column): [string, string, string] {
  const isList = type.startsWith('_');
  const [scalar, attribute] = (TYPES[isList ? type.slice(1) : type] ?? '').split(' ');
  if (!scalar) throw new Error(`There is no type of Prisma here for ${type} of ${name}`);
  const key = keys?.find(({ columns }) => columns.length === 1 && columns[0] === name);
  const attributes = [
    key && (key.primary ? '@id' : '@unique'),
    toMember(name) === name ? undefined : `@map("${name}")`,
    attribute,
  ];
  return [toMember(name), `${scalar}${isList ? '[]' : nullable ? '?' : ''}`, attributes.filter(Boolean).join(' ')];
}

function aligned(fields: [string, string, string][]): string[] {
  const [names, types] = [0, 1].map((at) => Math.max(...fields.map((field) => field[at]?.length ?? 0)));
  return fields.map(([name, type, more]) =>
    `  ${name.padEnd(names ?? 0)} ${type.padEnd(types ?? 0)} ${more}`.trimEnd(),
  );
}

const toMember = (column: string): string => column.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());
