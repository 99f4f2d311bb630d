/** Metadata key under which a route names the scope it needs. */
export const REQUIRED_SCOPE = 'required_scope';
