/** The help of a command, which `infra/operate` shows too. */
export interface CommandHelp {
  usage: string;
  summary: string;
  details?: string;
}

/** The commands of auth, in the order of the help. */
export const HELP = {
  users: {
    usage: 'COMMAND [EMAIL] [--json]',
    summary: 'list, create, change and delete accounts',
    details: `  users list                           show all accounts, newest first
  users create EMAIL                   create an account and send the mail with a link to choose a password
      --role user|teacher|superadmin   an ordinary account by default
      --name USERNAME                  made of the email by default
      --show-link                      show the link here, for somebody who receives no mail
      --password-stdin                 set a password instead, typed or from standard input
  users set-role EMAIL ROLE            make the account an ordinary one (user), a teacher or a superadmin
  users set-password EMAIL             set a password, typed or from standard input; ends all sessions of the account
  users reset-password EMAIL           send the mail with a link to choose a new password
      --show-link                      show the link here instead
  users disable EMAIL                  keep the account from signing in; ends its sessions
  users enable EMAIL                   let it sign in again
  users delete EMAIL                   delete the account and what belongs to it, at once and for good
      --keep-videos | --delete-videos  its uploaded videos stay (the default), or are deleted too
      --later                          disable it, tell its owner by mail, and delete it in seven days
  users keep EMAIL                     keep an account that was going to be deleted later
  users import FILE                    invite the people in a table (CSV: email, username, name, role); - is standard input
      --dry-run                        say what would be done with each line
      --leave-out-mistakes             invite the others if lines have mistakes
  users export                         show all accounts as such a table

The last active superadmin cannot be deleted, disabled or made an ordinary account.
Mails are sent by the running site. Every change is recorded in the audit log, by "command line".
  --json  print the result as JSON`,
  },
  'mail-test': {
    usage: 'ADDRESS [--json]',
    summary: 'send a test mail over the mail server of the site, and say what fails',
    details: `The server is that of SMTP_URL, or SMTP_HOST and the others, otherwise the one chosen at the first start.
With npm start, set them for this command as for npm start; so other settings can be tried before a restart.`,
  },
  maintenance: {
    usage: 'on [MESSAGE] | announce MESSAGE | off',
    summary: 'make the site read-only, with a sentence on every page, or announce something',
    details: `  maintenance on [MESSAGE]       refuse uploads and changes; watching and playing still work
  maintenance announce MESSAGE   show a sentence on every page; everything works
  maintenance off                end both

The change is recorded in the audit log, by "command line".`,
  },
  'rotate-keys': { usage: '', summary: 'make a new key that signs the access tokens' },
} as const satisfies Record<string, CommandHelp>;

export type CommandName = keyof typeof HELP;
