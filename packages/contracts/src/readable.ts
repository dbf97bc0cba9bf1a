import { Type, type Static } from 'typebox';

/** What can be read of a file that is cut off or damaged. It is published only if a superadmin accepts it. */
export const Readable = Type.Object({
  /** Seconds of the video that can be seen, for the offer. */
  seconds: Type.Number({ exclusiveMinimum: 0 }),
  /** Where the published video ends, in seconds from its beginning; later than `seconds` if there are holes before. */
  endSeconds: Type.Number({ exclusiveMinimum: 0 }),
});
export type Readable = Static<typeof Readable>;
