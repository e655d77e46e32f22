import { parse, type AlterTableCmd, type ColumnDef, type Node } from 'libpg-query';

/** A statement that fails the previous version of a service, or keeps it waiting. */
export interface Unsafe {
  line: number;
  reason: string;
}

const DROPPED: Partial<Record<string, string>> = {
  OBJECT_TABLE: 'a table',
  OBJECT_VIEW: 'a view',
  OBJECT_FUNCTION: 'a function',
  OBJECT_SCHEMA: 'a schema',
  OBJECT_TYPE: 'a type',
};
const RENAMED = new Set<string | undefined>(['OBJECT_TABLE', 'OBJECT_COLUMN', 'OBJECT_VIEW', 'OBJECT_FUNCTION']);

/**
 * The statements of a migration that the previous version does not tolerate: it keeps serving while and after they run.
 * Tables that the migration itself creates are free, and a table may be renamed when a view takes its old name.
 */
export async function unsafeStatements(sql: string): Promise<Unsafe[]> {
  const { stmts = [] } = await parse(sql);
  const created = new Set(stmts.map(({ stmt }) => createdBy(stmt)).filter((name) => name !== undefined));
  const views = new Set(stmts.map(({ stmt }) => viewOf(stmt)).filter((name) => name !== undefined));
  return stmts.flatMap(({ stmt, stmt_location: start = 0 }) => {
    const text = Buffer.from(sql).subarray(start).toString();
    const line = sql.split('\n').length - text.slice(text.search(/\S/u)).split('\n').length + 1;
    return stmt === undefined ? [] : reasonsOf(stmt, created, views).map((reason) => ({ line, reason }));
  });
}

function createdBy(stmt: Node | undefined): string | undefined {
  if (stmt === undefined) return undefined;
  if ('CreateStmt' in stmt) return stmt.CreateStmt.relation?.relname;
  return 'CreateTableAsStmt' in stmt ? stmt.CreateTableAsStmt.into?.rel?.relname : undefined;
}

const viewOf = (stmt: Node | undefined): string | undefined =>
  stmt !== undefined && 'ViewStmt' in stmt ? stmt.ViewStmt.view?.relname : undefined;

function reasonsOf(stmt: Node, created: ReadonlySet<string>, views: ReadonlySet<string>): string[] {
  const isNew = (table: { relname?: string } | undefined) => created.has(table?.relname ?? '');
  if ('RenameStmt' in stmt) {
    const { renameType, relation, subname, newname } = stmt.RenameStmt;
    if (renameType === 'OBJECT_TABLE' && views.has(relation?.relname ?? '')) return [];
    return RENAMED.has(renameType) && !isNew(relation) ? [`renames ${subname ?? relation?.relname} to ${newname}`] : [];
  }
  if ('DropStmt' in stmt) {
    const what = DROPPED[stmt.DropStmt.removeType ?? ''];
    return what === undefined ? [] : [`drops ${what}`];
  }
  if ('TruncateStmt' in stmt) return ['empties a table'];
  if ('DeleteStmt' in stmt) {
    const { whereClause, relation } = stmt.DeleteStmt;
    return whereClause === undefined && !isNew(relation) ? [`empties ${relation?.relname}`] : [];
  }
  if ('ViewStmt' in stmt && stmt.ViewStmt.replace) return ['replaces a view: publish the next version of it'];
  if ('LockStmt' in stmt || 'VacuumStmt' in stmt || 'ReindexStmt' in stmt) return ['locks a table'];
  if ('AlterTableStmt' in stmt && !isNew(stmt.AlterTableStmt.relation)) {
    const { cmds = [] } = stmt.AlterTableStmt;
    return cmds.flatMap((cmd) => ('AlterTableCmd' in cmd ? changes(cmd.AlterTableCmd) : []));
  }
  return [];
}

function changes({ subtype, name, def }: AlterTableCmd): string[] {
  switch (subtype) {
    case 'AT_DropColumn':
      return [`drops the column ${name}`];
    case 'AT_AlterColumnType':
      return [`changes the type of ${name}`];
    case 'AT_SetNotNull':
      return [`refuses NULL in ${name}`];
    case 'AT_ColumnDefault':
      return def === undefined ? [`drops the default of ${name}`] : [];
    case 'AT_AddConstraint':
      return def !== undefined && 'Constraint' in def && isBuilt(def.Constraint)
        ? ['builds an index while the table is locked: CREATE UNIQUE INDEX, then ADD CONSTRAINT .. USING INDEX']
        : [];
    case 'AT_AddColumn':
      return def !== undefined && 'ColumnDef' in def ? ofColumn(def.ColumnDef) : [];
    default:
      return [];
  }
}

const isBuilt = ({ contype, indexname }: { contype?: string; indexname?: string }): boolean =>
  (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') && indexname === undefined;

function ofColumn({ colname, constraints = [] }: ColumnDef): string[] {
  const own = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
  const has = (type: string) => own.some(({ contype }) => contype === type);
  const isComputed = own.some(({ contype, raw_expr: value }) => contype === 'CONSTR_DEFAULT' && callsVolatile(value));
  if (isComputed || has('CONSTR_IDENTITY') || has('CONSTR_GENERATED'))
    return [`rewrites the table for ${colname}: add it without a value`];
  if (has('CONSTR_UNIQUE')) return [`builds an index of ${colname} while the table is locked`];
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT')) return [`adds ${colname} NOT NULL without a default`];
  return [];
}

/** Of functions, only now() has one value for all rows. */
const callsVolatile = (value: unknown): boolean => {
  const json = JSON.stringify(value ?? null);
  return json.includes('"FuncCall"') && !/^\{"FuncCall":\{"funcname":\[\{"String":\{"sval":"now"\}\}\]/u.test(json);
};
