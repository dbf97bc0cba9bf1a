import { describe, expect, test } from 'vitest';

import { findPasswordProblem } from './password-rules.ts';

const ada = { email: 'ada.lovelace@example.test', username: 'AdaLovelace' };

describe('a password', () => {
  test.each(['password', 'PassWord1', '12345678', 'sunshine', 'aaaaaaaaaa', 'abababab'])(
    'that everybody has is refused: %s',
    (password) => {
      expect(findPasswordProblem(password, ada)).toMatch(/too common/);
    },
  );

  test.each(['adalovelace', 'ada.lovelace', 'Ada.Lovelace@example.test'])(
    'that the account gives away is refused: %s',
    (password) => {
      expect(findPasswordProblem(password, ada)).toMatch(/username or your email/);
    },
  );

  test.each(['correct horse battery', 'ünïcödé-8', '  spaces  too ', 'lovelace ada'])(
    'of no other rule is accepted: %s',
    (password) => {
      expect(findPasswordProblem(password, ada)).toBeUndefined();
    },
  );
});
