import type { INestApplicationContext, Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { RequestMethod } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { AccessRule, Route } from './access-rule.js';

export interface RouteInfo {
  rule: AccessRule;
  takesBody: boolean;
  takesQuery: boolean;
}

/** Keys of Nest's parameter metadata: `<kind>:<index>`; 3 is a body, 4 a query. */
const BODY = /^3:/;
const QUERY = /^4:/;

/** The routes of the controllers, each with its access rule. */
export class Routes {
  private readonly byKey = new Map<string, RouteInfo>();
  private readonly forms: { method: string; form: RegExp }[] = [];

  /**
   * Deny by default: throws unless every route has exactly one rule and every rule a route.
   */
  constructor(app: INestApplicationContext, table: readonly AccessRule[]) {
    const rules = new Map(table.map((rule) => [rule.route, rule]));
    if (rules.size < table.length) throw new Error('The access table names a route twice');
    const problems: string[] = [];
    for (const { route, ...takes } of controllerRoutes(app)) {
      const rule = rules.get(route);
      if (rule === undefined) problems.push(`${route} has no access rule`);
      else this.byKey.set(route, { rule, ...takes });
    }
    for (const { route, allow } of table) {
      if (!this.byKey.has(route)) problems.push(`${route} has an access rule, but no controller`);
      if (allow.user?.role !== undefined && !route.includes('/:projectId')) {
        problems.push(`${route} asks for a role in a project it does not name`);
      }
    }
    if (problems.length > 0) throw new Error(`Access table:\n  ${problems.join('\n  ')}`);
    for (const key of this.byKey.keys()) {
      const [method = '', path = ''] = key.split(' ');
      this.forms.push({ method, form: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) });
    }
  }

  find(method: string, url: string): RouteInfo | undefined {
    return this.byKey.get(`${method === 'HEAD' ? 'GET' : method} ${url}`);
  }

  /** Methods the resource at `path` supports; none: there is no such resource. */
  methodsOf(path: string): string[] {
    const methods = this.forms.filter(({ form }) => form.test(path)).map(({ method }) => method);
    return methods.includes('GET') ? ['HEAD', ...methods] : methods;
  }
}

function controllerRoutes(app: INestApplicationContext) {
  const scanner = new MetadataScanner();
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const controller = metatype as Type;
    const prefix = Reflect.getMetadata(PATH_METADATA, controller) as string;
    const prototype = controller.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] as object;
      const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
      if (path === undefined) return [];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      const parameters = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as object) ?? {});
      return {
        route: `${method} ${['', prefix, path].join('/').replaceAll(/\/+/g, '/').replace(/\/$/, '')}` as Route,
        takesBody: parameters.some((key) => BODY.test(key)),
        takesQuery: parameters.some((key) => QUERY.test(key)),
      };
    });
  });
}
