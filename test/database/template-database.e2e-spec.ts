import { one } from '../support/embedded-servers.js';
import { cloneDatabase } from '../support/template-database.js';

describe('A database of a test’s own', () => {
  it('has every migration and shares nothing with another', async () => {
    const [first, second] = await Promise.all([cloneDatabase(), cloneDatabase()]);
    await one(first.url, 'CREATE TABLE only_here ()');
    expect(await one(first.url, `SELECT to_regclass('only_here') IS NOT NULL`)).toBe(true);
    expect(await one(second.url, `SELECT to_regclass('only_here') IS NULL`)).toBe(true);
    expect(await one(second.url, `SELECT to_regclass('calls') IS NOT NULL`)).toBe(true);
    await Promise.all([first.drop(), second.drop()]);
    await expect(one(first.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});
