import { DefaultNamingStrategy } from 'typeorm';

/** Columns are snake_case in SQL and camelCase in code; tables are named by their entities. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string): string {
    return customName || propertyName.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
