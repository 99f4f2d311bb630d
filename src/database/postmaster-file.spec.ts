import { lastPort, parsePostmasterFile } from './postmaster-file.js';

describe('postmaster.pid', () => {
  const lines = [
    '5855',
    '/proc/self/cwd',
    '1795217406',
    '45991',
    '',
    '127.0.0.1',
    ' 16039944         9',
    'ready   ',
  ];
  const withStatus = (status: string) => [...lines.slice(0, 7), status].join('\n');

  it.each([
    ['a server that accepts connections', withStatus('ready   '), { pid: 5855, port: 45_991, ready: true }],
    ['one that recovers', withStatus('starting'), { pid: 5855, port: 45_991, ready: false }],
    ['one that stops', withStatus('stopping'), { pid: 5855, port: 45_991, ready: false }],
    ['one that has only begun', '5855\n/data\n', { pid: 5855, port: null, ready: false }],
    ['a file with the line ends of Windows', lines.join('\r\n'), { pid: 5855, port: 45_991, ready: true }],
    ['an empty file', '', null],
    ['a damaged file', 'x5855\n', null],
    // A process group would answer to a negative number.
    ['the number of a process group', '-5855\n', null],
  ])('tells of %s', (_, text, expected) => {
    expect(parsePostmasterFile(text)).toEqual(expected);
  });
});

describe('postmaster.opts', () => {
  it.each([
    ['/bin/postgres "-D" "/data" "-c" "jit=off" "-c" "port=45991"\n', 45_991],
    ['/bin/postgres "-D" "/data" "-c" "jit=off"\n', null],
    ['/bin/postgres "-D" "/data" "-c" "ssl_port=1"\n', null],
    ['', null],
  ])('tells the port of the last start: %s', (text, expected) => {
    expect(lastPort(text)).toBe(expected);
  });
});
