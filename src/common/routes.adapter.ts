import type { Request } from 'express';

interface RouteLayer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Nest mounts middleware as routes for every method that Node knows. */
const isMiddleware = ({ methods }: { methods: Record<string, boolean> }): boolean => 'propfind' in methods;

/** The application's own routes, in their order. */
const routesOf = (request: Request): Required<RouteLayer>[] =>
  (request.app.router as unknown as { stack: RouteLayer[] }).stack.filter(
    (layer): layer is Required<RouteLayer> => layer.route !== undefined && !isMiddleware(layer.route),
  );

/** A route's path whatever its parameters are called. */
const shapeOf = ({ route }: Required<RouteLayer>): string => String(route.path).replaceAll(/:\w+/g, ':');

/** The methods that the application's routes offer for a request's path; empty when no route has the path. */
export function allowedMethods(request: Request): string[] {
  const methods = new Set<string>();
  for (const layer of routesOf(request)) {
    if (layer.match(request.path))
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].toSorted();
}

/**
 * The nearest page above an address that only takes forms: where a reload, or a bookmark, of what a form answered leads
 * back to. undefined for every other request.
 */
export function pageAbove(request: Request): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const routes = routesOf(request);
  const form = routes.find((layer) => layer.route.methods['post'] === true && layer.match(request.path));
  if (!form) return undefined;
  const pages = new Set(routes.filter(({ route }) => route.methods['get'] === true).map(shapeOf));
  const shape = shapeOf(form).split('/');
  const depth = shape.findLastIndex((_, end) => pages.has(shape.slice(0, end).join('/')));
  return depth > 1 ? request.path.split('/').slice(0, depth).join('/') : undefined;
}
