/** What an import of people does with each line of its table, and why it leaves lines out. */
export const PEOPLE_REASONS = {
  // What happens.
  'people.invited-user': 'Line {line}: {email} is invited as a user, with the username {username}.',
  'people.invited-teacher': 'Line {line}: {email} is invited as a teacher, with the username {username}.',
  'people.becomes-teacher': 'Line {line}: {email} has an account already and becomes a teacher.',
  'people.unchanged': 'Line {line}: {email} has an account already. Nothing changes.',

  // What differs, and stays.
  'people.keeps-username': 'Line {line}: {email} has an account with the username {username}, which stays.',
  'people.keeps-name': 'Line {line}: {email} has an account with the name {name}, which stays.',
  'people.keeps-no-name': 'Line {line}: {email} has an account without a name, and it stays without one.',
  'people.keeps-teacher':
    'Line {line}: {email} is a teacher and stays one. The page Accounts can take the role away.',
  'people.keeps-superadmin':
    'Line {line}: {email} is a superadmin and stays one. The page Accounts can take the role away.',
  'people.keeps-disabled': 'Line {line}: the account of {email} is disabled and stays so.',

  // Mistakes in a line.
  'people.email-missing': 'Line {line}: the email is missing.',
  'people.email-not-valid': 'Line {line}: “{email}” is not a valid email.',
  'people.email-twice': 'Line {line}: line {other} has the same email, {email}.',
  'people.formula':
    'Line {line}: “{text}” begins like a formula. Please write what it stands for, or an apostrophe in front of it.',
  'people.letters-lost':
    'Line {line}: letters of “{text}” were lost. Please save the table again as CSV UTF-8.',
  'people.name-not-valid':
    'Line {line}: a name has at most 60 characters on one line, without control characters.',
  'people.other-separator': 'Line {line}: its cells are not separated in the same way as on the first line.',
  'people.quotation-open': 'Line {line}: a quotation mark is opened here and not closed on the same line.',
  'people.role-superadmin':
    'Line {line}: a table makes nobody a superadmin. Please invite {email} on the page Accounts.',
  'people.role-unknown': 'Line {line}: the role is user or teacher, not “{role}”.',
  'people.username-mixes-scripts':
    'Line {line}: the username “{username}” has letters of several scripts, such as Latin and Cyrillic.',
  'people.username-needed':
    'Line {line}: no username can be made from {email}. Please write one into the column username.',
  'people.username-not-valid':
    'Line {line}: “{username}” is not a valid username. It has 3 to 32 letters, digits, dots, dashes or underscores.',
  'people.username-taken': 'Line {line}: the username {username} belongs to another account.',
  'people.username-twice': 'Line {line}: line {other} has the same username, {username}.',

  // Why nothing is imported.
  'people.email-column-missing':
    'Line {line}: there is no column named email. The first line names the columns: {columns}.',
  'people.has-mistakes': 'Lines with mistakes: {count, number}. Nothing was done.',
  'people.import-ended': 'This import has ended already.',
  'people.leave-out-not-valid': 'leaveOut must be true or false.',
  'people.nobody': 'There is nobody in this table.',
  'people.not-a-table':
    'This file is not a table in CSV. Please open it in a spreadsheet and save it as CSV UTF-8.',
  'people.still-importing': 'Another import is still running. Wait until it has ended, or stop it.',
  'people.table-too-large': 'A table of people can have at most {megabytes} MB.',
  'people.too-many': 'A table can have at most {maximum, number} people. Please import it in parts.',
} as const;
