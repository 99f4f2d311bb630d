import { serverOptions, serverSettings } from './server-settings.js';

describe('The settings of the embedded server', () => {
  it.each([
    [true, 'on'],
    [false, 'off'],
  ])('wait for the disk if durable is %s', (durable, expected) => {
    expect(serverSettings(durable)).toMatchObject({ fsync: expected, full_page_writes: expected });
  });

  it('are the service’s unless the caller says otherwise', () => {
    expect(serverSettings(true, { jit: 'on' })).toMatchObject({ jit: 'on', listen_addresses: '127.0.0.1' });
  });

  it('become options of one command line', () => {
    expect(serverOptions({ port: '5433', unix_socket_directories: '', work_mem: '8 MB' })).toBe(
      '-c "port=5433" -c "unix_socket_directories=" -c "work_mem=8 MB"',
    );
  });

  it.each([
    ['log_line_prefix', '$(id)'],
    ['log_line_prefix', '`id`'],
    ['log_line_prefix', '" -c "fsync=off'],
    ['log_line_prefix', '%PATH%'],
    ['log_line_prefix', 'a\nb'],
    ['log_line_prefix', String.raw`a\b`],
    ['port=1" -c "x', '1'],
  ])('refuse what a shell would read otherwise: %s = %s', (name, value) => {
    expect(() => serverOptions({ [name]: value })).toThrow('cannot be passed on a command line');
  });
});
