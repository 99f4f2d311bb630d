import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Application } from 'express';

export interface Route {
  method: string;
  /** As it is declared: `/api/agents/:id`. */
  template: string;
  /** With a made-up id in the place of every parameter, a version being a number. */
  path: string;
}

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** Every route that the application offers. */
export function routesOf(app: NestExpressApplication): Route[] {
  const { router } = app.getHttpAdapter().getInstance() as Application;
  const { stack } = router as unknown as { stack: Layer[] };
  return stack.flatMap(({ route }) =>
    // Nest mounts middleware as routes for every method that Node knows.
    route === undefined || 'propfind' in route.methods
      ? []
      : Object.keys(route.methods).map((method) => ({
          method: method.toUpperCase(),
          template: route.path,
          path: route.path
            .replace(':version', '1')
            .replaceAll(/[:*]\w+/g, '01980000-0000-7000-8000-000000000000'),
        })),
  );
}
