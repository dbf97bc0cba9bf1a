import { readArguments, type Command } from '../command.ts';
import { examine } from '../doctor/examine.ts';
import { describeReport, exitCodeOf, toReport } from '../doctor/report.ts';

/** With `npm start`, the launcher examines the site, since it also works where none runs. */
export const doctor: Command = {
  usage: '[--json]',
  summary: 'say what is wrong with the site and what to do, even if it does not start',
  details: `Ends with code 1 if there is an error or a warning; hints do not count.`,
  async run(args, { environment, print }) {
    const { values } = readArguments(args, { options: { json: { type: 'boolean' } }, least: 0, most: 0 });
    const report = toReport(await examine(environment, { isRunning: true }), { isRunning: true });
    print(values.json ? JSON.stringify(report, null, 2) : describeReport(report));
    return exitCodeOf(report);
  },
};
