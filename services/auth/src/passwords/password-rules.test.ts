import { describe, expect, test } from 'vitest';

import { findPasswordProblem } from './password-rules.ts';

const ada = { email: 'ada.lovelace@example.test', username: 'AdaLovelace' };

describe('a password', () => {
  test.each(['password', 'PassWord1', '12345678', 'sunshine', 'aaaaaaaaaa', 'abababab'])(
    'the common password %s is rejected',
    (password) => {
      expect(findPasswordProblem(password, ada)?.message).toMatch(/too common/);
    },
  );

  test.each(['adalovelace', 'ada.lovelace', 'Ada.Lovelace@example.test'])(
    'the password %s is rejected as the username or the email',
    (password) => {
      expect(findPasswordProblem(password, ada)?.message).toMatch(/username or your email/);
    },
  );

  test.each(['correct horse battery', 'ünïcödé-8', '  spaces  too ', 'lovelace ada'])(
    'the password "%s" is accepted',
    (password) => {
      expect(findPasswordProblem(password, ada)).toBeUndefined();
    },
  );
});
