import type { Request } from 'express';

interface RouteLayer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Nest mounts middleware as routes for every method that Node knows. */
const isMiddleware = ({ methods }: { methods: Record<string, boolean> }): boolean => 'propfind' in methods;

/** The methods that the application's routes offer for a request's path; empty when no route has the path. */
export function allowedMethods(request: Request): string[] {
  const layers = (request.app.router as unknown as { stack: RouteLayer[] }).stack;
  const methods = new Set<string>();
  for (const layer of layers) {
    if (layer.route && !isMiddleware(layer.route) && layer.match(request.path))
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].toSorted();
}
