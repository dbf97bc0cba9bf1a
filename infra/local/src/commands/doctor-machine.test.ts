import { describe, expect, it } from 'vitest';

import { checkKernel, checkLoopback, checkSystemVariables } from './doctor-machine.ts';

describe('checks of the machine', () => {
  it('a kernel older than Node supports is named, and the one of this machine is not', () => {
    expect(checkKernel('2.6.40-test').map(({ id, sentence }) => [id, sentence])).toEqual(
      process.platform === 'linux' ? [['system-too-old', expect.stringContaining('Linux 2.6.40-test;')]] : [],
    );
    expect(checkKernel()).toEqual([]);
    expect(checkKernel('4.18.0')).toEqual([]);
  });

  it('a machine with 127.0.0.1 has no finding', async () => {
    expect(await checkLoopback()).toEqual([]);
  });

  it.each([
    { TZ: 'Europe/Berln' },
    { TMPDIR: '/no/such/folder' },
    { NODE_EXTRA_CA_CERTS: '/no/such/file.pem' },
    { SSL_CERT_FILE: '/no/such/file.pem' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'proxy.school.example' },
  ])('a value that makes programs fail is named, with what to do: %o', (environment) => {
    const name = Object.keys(environment).at(-1);
    expect(checkSystemVariables(environment)).toEqual([
      expect.objectContaining({ id: 'setting-invalid', about: name, remedy: expect.stringMatching(/./) }),
    ]);
  });

  it.each([
    {},
    { TZ: 'Europe/Berlin' },
    { TZ: 'CET-1CEST,M3.5.0,M10.5.0/3' },
    { TZ: ':/etc/localtime' },
    { TZ: 'UTC' },
    { HTTP_PROXY: 'proxy.school.example' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://proxy.school.example:3128', https_proxy: '' },
    { NODE_EXTRA_CA_CERTS: import.meta.filename },
  ])('a usable value is not named: %o', (environment) => {
    expect(checkSystemVariables(environment)).toEqual([]);
  });
});
