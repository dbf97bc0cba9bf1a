import { expect, it } from 'vitest';

import { explainFailure } from './explain-failure.ts';

const failure = (properties: object) => Object.assign(new Error('words of the library'), properties);

it.each([
  [{ code: 'EDNS' }, 'There is no mail server of this name.'],
  [{ code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' }, 'a firewall may block the port'],
  [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, 'The mail server stays silent.'],
  [{ code: 'ECONNECTION' }, 'closed the connection at once'],
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'from an authority that this machine'],
  [{ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'has another name'],
  [{ code: 'ESOCKET', originalCode: 'ERR_SSL_NO_CIPHERS' }, 'TLS failed: words of the library.'],
  [{ code: 'ETLS', response: '454 no' }, 'start an encrypted connection. The mail server answered: 454 no'],
  [{ code: 'EPROTOCOL', response: '554 listed' }, 'refuses connections from this machine'],
  [{ code: 'EPROTOCOL', response: 'HTTP/1.1 400' }, 'is not a mail server'],
  [{}, 'The mail server did not accept the message.'],
])('the failure %j of a mail server becomes a sentence', (properties, sentence) => {
  expect(explainFailure(failure(properties)).message).toContain(sentence);
});
