import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Arguments of a function's parameters. */
type Given = ReadonlyMap<string, Bound>;

/** An expression and the bindings of its names. */
interface Bound {
  node: ts.Node;
  given: Given;
}

/** Functions that make statements of rows, which are evaluated here: see `insert` and `columns`. */
const NOT_PRODUCT = /\.(spec|fixture|d)\.ts$|\/(testing|generated)\/|postgres\/src\/statements\.ts$/u;
const MAX_NESTED = 24;

/** Reads SQL from the source without running it: templates and their parts. */
export class SqlSource {
  /** Templates that are part of another one. */
  readonly inlined = new Set<ts.Node>();
  private readonly files = new Map<string, ts.SourceFile>();
  private depth = 0;

  constructor(private readonly root: string) {}

  /** Paths of product files in the repository, by name. */
  under(folder: string): string[] {
    if (!existsSync(join(this.root, folder))) return [];
    return readdirSync(join(this.root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => path.endsWith('.ts') && !NOT_PRODUCT.test(path))
      .toSorted();
  }

  file(path: string): ts.SourceFile {
    let file = this.files.get(path);
    if (file === undefined) {
      file = ts.createSourceFile(path, readFileSync(join(this.root, path), 'utf8'), ts.ScriptTarget.Latest, true);
      this.files.set(path, file);
    }
    return file;
  }

  isTemplate(node: ts.Node): node is ts.TaggedTemplateExpression {
    return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql';
  }

  /** The SQL of an expression; undefined if it is not SQL or not known. */
  sql(node: ts.Node, given: Given): string | undefined {
    if (this.depth > MAX_NESTED) return undefined;
    this.depth += 1;
    try {
      return this.read(node, given);
    } finally {
      this.depth -= 1;
    }
  }

  private read(node: ts.Node, given: Given): string | undefined {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
      return this.sql(node.expression, given);
    if (this.isTemplate(node)) return this.template(node.template, (part) => this.part(part, given));
    if (ts.isConditionalExpression(node)) return this.choice(node, given);
    if (ts.isCallExpression(node)) return this.call(node, given);
    if (ts.isElementAccessExpression(node)) return this.oneOf(node, given);
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined;
    if (node.getText() === 'empty') return '';
    const bound = this.resolve(node, given);
    return bound && this.inline(bound);
  }

  /** The same, of a node that is shown with what it is a part of. */
  inline({ node, given }: Bound): string | undefined {
    const text = this.sql(node, given);
    if (text !== undefined) this.markInlined(node);
    return text;
  }

  private markInlined(node: ts.Node): void {
    if (this.isTemplate(node)) this.inlined.add(node);
    ts.forEachChild(node, (child) => this.markInlined(child));
  }

  private template(node: ts.TemplateLiteral, part: (node: ts.Node) => string): string {
    if (ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    return node.head.text + node.templateSpans.map((span) => part(span.expression) + span.literal.text).join('');
  }

  /** A part of a template: SQL, or a parameter. */
  private part(node: ts.Node, given: Given): string {
    const text = this.sql(node, given);
    if (text !== undefined) return ts.isIdentifier(node) || ts.isCallExpression(node) ? text.trim() : text;
    const bound = ts.isIdentifier(node) ? given.get(node.text) : undefined;
    return `\${${(bound?.node ?? node).getText().replaceAll(/\s+/gu, ' ')}}`;
  }

  private choice({ condition, whenTrue, whenFalse }: ts.ConditionalExpression, given: Given): string | undefined {
    const [yes, no] = [this.sql(whenTrue, given), this.sql(whenFalse, given)];
    if (yes === undefined || no === undefined) return undefined;
    return `/* ${condition.getText().replaceAll(/\s+/gu, ' ')} ? */ ${yes} /* : */ ${no} /* . */`;
  }

  private oneOf(node: ts.ElementAccessExpression, given: Given): string | undefined {
    const bound = this.resolve(node.expression, given);
    if (bound === undefined || !ts.isObjectLiteralExpression(bound.node)) return undefined;
    const ways = bound.node.properties.map((property) => {
      const text = ts.isPropertyAssignment(property)
        ? this.inline({ ...bound, node: property.initializer })
        : undefined;
      return text === undefined ? undefined : `/* ${property.name?.getText()}: */ ${text}`;
    });
    return ways.includes(undefined) ? undefined : `${ways.join(' ')} /* . */`;
  }

  private call(node: ts.CallExpression, given: Given): string | undefined {
    const [first, second] = node.arguments;
    switch (node.expression.getText()) {
      case 'raw':
        return first && this.text(first, given);
      case 'join':
        return first && this.list(first, second === undefined ? ', ' : (this.text(second, given) ?? ', '), given);
      case 'insertInto':
        return this.insert(first, second, given);
      case 'assignments':
        return (
          first &&
          `${[...this.columns(first, given)].map(([name, value]) => (value === '' ? name : `${name} = ${value}`)).join(', ')}`
        );
    }
    const bound = this.resolve(node.expression, given);
    if (bound === undefined || !isFunction(bound.node)) return undefined;
    const returned = returnedBy(bound.node);
    const inside = new Map([...bound.given, ...this.bind(bound.node.parameters, node.arguments, given)]);
    return returned && this.inline({ node: returned, given: inside });
  }

  private bind(parameters: ts.NodeArray<ts.ParameterDeclaration>, values: ts.NodeArray<ts.Node>, given: Given): Given {
    const names = new Map<string, Bound>();
    for (const [index, { name, initializer }] of parameters.entries()) {
      const node = values[index] ?? initializer;
      if (node === undefined) continue;
      const value = { node, given };
      if (ts.isIdentifier(name)) names.set(name.text, this.settled(value));
      if (!ts.isObjectBindingPattern(name)) continue;
      for (const element of name.elements) {
        const member = this.member(value, (element.propertyName ?? element.name).getText());
        if (member !== undefined) names.set(element.name.getText(), member);
      }
    }
    return names;
  }

  /** The binding of a name that is passed on. */
  private settled({ node, given }: Bound): Bound {
    return (ts.isIdentifier(node) ? given.get(node.text) : undefined) ?? { node, given };
  }

  private member(of: Bound, name: string): Bound | undefined {
    const { node, given } = this.object(of);
    if (!ts.isObjectLiteralExpression(node)) return undefined;
    for (const property of node.properties) {
      if (property.name?.getText() !== name) continue;
      if (ts.isPropertyAssignment(property)) return this.settled({ node: property.initializer, given });
      if (ts.isShorthandPropertyAssignment(property)) return this.settled({ node: property.name, given });
    }
    return undefined;
  }

  /** The object literal that an expression evaluates to, if it can be found. */
  private object(of: Bound): Bound {
    const { node, given } = of;
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return this.object({ node: node.expression, given });
    if (ts.isIdentifier(node)) {
      const bound = this.resolve(node, given);
      return bound === undefined || bound.node === node ? of : this.object(bound);
    }
    if (!ts.isCallExpression(node)) return of;
    const bound = this.resolve(node.expression, given);
    const returned = bound && isFunction(bound.node) ? returnedBy(bound.node) : undefined;
    if (bound === undefined || returned === undefined || !isFunction(bound.node)) return of;
    return this.object({
      node: returned,
      given: new Map([...bound.given, ...this.bind(bound.node.parameters, node.arguments, given)]),
    });
  }

  private list(node: ts.Node, separator: string, given: Given): string | undefined {
    if (ts.isIdentifier(node)) {
      const bound = this.resolve(node, given);
      return bound && this.list(bound.node, separator, bound.given);
    }
    if (!ts.isArrayLiteralExpression(node)) return undefined;
    const parts = node.elements.map((element) =>
      ts.isSpreadElement(element) ? `\${..${element.expression.getText()}}` : this.part(element, given),
    );
    return parts.join(separator);
  }

  private insert(table: ts.Node | undefined, row: ts.Node | undefined, given: Given): string | undefined {
    if (table === undefined || row === undefined) return undefined;
    const columns = [...this.columns(row, given)];
    const names = columns.map(([name]) => name).join(', ');
    return `INSERT INTO ${this.text(table, given) ?? this.part(table, given)} (${names}) VALUES (${columns.map(([name, value]) => value || name).join(', ')})`;
  }

  /** Columns with their values; a value that is not a literal is shown by its name. */
  private columns(row: ts.Node, given: Given): Map<string, string> {
    const columns = new Map<string, string>();
    const { node, given: inside } = this.object({ node: row, given });
    if (!ts.isObjectLiteralExpression(node)) return columns.set(`\${..${node.getText().replaceAll(/\s+/gu, ' ')}}`, '');
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property))
        this.spread(property.expression, inside).forEach((value, name) => columns.set(name, value));
      else if (ts.isPropertyAssignment(property) && property.initializer.getText() !== 'undefined')
        columns.set(toColumn(property.name.getText()), this.part(property.initializer, inside));
      else if (ts.isShorthandPropertyAssignment(property))
        columns.set(toColumn(property.name.text), this.part(property.name, inside));
    }
    return new Map([...columns].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  private spread(node: ts.Node, given: Given): Map<string, string> {
    if (ts.isParenthesizedExpression(node)) return this.spread(node.expression, given);
    return ts.isBinaryExpression(node) ? this.columns(node.right, given) : this.columns(node, given);
  }

  /** The text of a constant string. */
  text(node: ts.Node, given: Given): string | undefined {
    if (ts.isStringLiteral(node)) return node.text;
    if (ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return this.template(node, (part) => this.text(part, given) ?? this.part(part, given));
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [this.text(node.left, given), this.text(node.right, given)];
      return left === undefined || right === undefined ? undefined : left + right;
    }
    if (ts.isCallExpression(node)) return this.joined(node, given);
    const bound = this.resolve(node, given);
    return bound === undefined || bound.node === node ? undefined : this.text(bound.node, bound.given);
  }

  /** `names.join(separator)` */
  private joined({ expression, arguments: [separator] }: ts.CallExpression, given: Given): string | undefined {
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'join') return undefined;
    const list = this.object({ node: expression.expression, given });
    if (separator === undefined || !ts.isArrayLiteralExpression(list.node)) return undefined;
    const texts = list.node.elements.map((element) => this.text(element, list.given));
    return texts.includes(undefined) ? undefined : texts.join(this.text(separator, given));
  }

  /** The expression that defines a name. */
  private resolve(node: ts.Node, given: Given): Bound | undefined {
    if (ts.isPropertyAccessExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return this.ofClass(node, node.name.text, given);
      return this.member({ node: node.expression, given }, node.name.text);
    }
    if (!ts.isIdentifier(node)) return undefined;
    const bound = given.get(node.text);
    if (bound !== undefined) return bound;
    for (let at: ts.Node = node.parent; at !== undefined; at = at.parent) {
      if (isFunction(at) && at.parameters.some(({ name }) => declares(name, node.text))) return undefined;
      if (!ts.isBlock(at) && !ts.isSourceFile(at)) continue;
      const found = this.declared(at, node.text, given);
      if (found !== undefined) return found;
    }
    return this.imported(node.getSourceFile(), node.text);
  }

  private ofClass(node: ts.Node, name: string, given: Given): Bound | undefined {
    let at: ts.Node | undefined = node;
    while (at !== undefined && !ts.isClassDeclaration(at)) at = at.parent;
    for (const member of at?.members ?? []) {
      if (member.name?.getText() !== name) continue;
      if (ts.isMethodDeclaration(member)) return { node: member, given };
      if (ts.isPropertyDeclaration(member) && member.initializer) return { node: member.initializer, given };
    }
    return undefined;
  }

  private declared(at: ts.Block | ts.SourceFile, name: string, given: Given): Bound | undefined {
    for (const statement of at.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name)
        return { node: statement, given: new Map() };
      if (!ts.isVariableStatement(statement)) continue;
      for (const declaration of statement.declarationList.declarations) {
        const { initializer } = declaration;
        if (initializer === undefined) continue;
        const value = { node: initializer, given: ts.isSourceFile(at) ? new Map<string, Bound>() : given };
        if (declaration.name.getText() === name) return value;
        if (!ts.isObjectBindingPattern(declaration.name)) continue;
        const element = declaration.name.elements.find((one) => one.name.getText() === name);
        if (element !== undefined) return this.member(value, (element.propertyName ?? element.name).getText());
      }
    }
    return undefined;
  }

  private imported(file: ts.SourceFile, name: string): Bound | undefined {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const names = statement.importClause?.namedBindings;
      const element =
        names && ts.isNamedImports(names) ? names.elements.find((one) => one.name.text === name) : undefined;
      if (element === undefined) continue;
      const wanted = (element.propertyName ?? element.name).text;
      for (const path of this.pathsOf(file.fileName, statement.moduleSpecifier.text)) {
        const found = this.declared(this.file(path), wanted, new Map());
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** The file that is imported; of a library, all of its files. */
  private pathsOf(from: string, specifier: string): string[] {
    if (specifier.startsWith('.'))
      return [join(dirname(from), specifier.replace(/\.js$/u, '.ts'))].filter((path) =>
        existsSync(join(this.root, path)),
      );
    const library = /^@questp\/([\w-]+)/u.exec(specifier)?.[1];
    return library === undefined ? [] : this.under(join('libs', library, 'src'));
  }
}

type Callable = ts.ArrowFunction | ts.FunctionDeclaration | ts.MethodDeclaration;

const isFunction = (node: ts.Node): node is Callable =>
  ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);

function returnedBy({ body }: Callable): ts.Node | undefined {
  if (body === undefined || !ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  return last && ts.isReturnStatement(last) ? last.expression : undefined;
}

const declares = (name: ts.BindingName, wanted: string): boolean =>
  ts.isIdentifier(name)
    ? name.text === wanted
    : name.elements.some((element) => ts.isBindingElement(element) && declares(element.name, wanted));

const toColumn = (member: string): string => member.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
