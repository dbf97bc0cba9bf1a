import { readArguments, type Command } from '../command.ts';
import { examine } from '../doctor/examine.ts';
import { describeVersions, readVersions, toVersionsReport } from '../versions/index.ts';
import { describeReport, exitCodeOf, toReport } from '../doctor/report.ts';

/** With `npm start`, the launcher examines the site, since it also works where none runs. */
export const doctor: Command = {
  usage: '[--json] [--versions]',
  summary: 'say what is wrong with the site and what to do, even if it does not start',
  details: `Ends with code 1 if there is an error or a warning; hints do not count. --versions names the versions of Postgres,
Redis, ffmpeg, MinIO and Node instead, and which of them are no longer mended.`,
  async run(args, { environment, print }) {
    const options = { json: { type: 'boolean' }, versions: { type: 'boolean' } } as const;
    const { values } = readArguments(args, { options, least: 0, most: 0 });
    if (values.versions) {
      const versions = toVersionsReport(await readVersions(environment));
      print(values.json ? JSON.stringify(versions, null, 2) : describeVersions(versions));
      return 0;
    }
    const report = toReport(await examine(environment, { isRunning: true }), { isRunning: true });
    print(values.json ? JSON.stringify(report, null, 2) : describeReport(report));
    return exitCodeOf(report);
  },
};
