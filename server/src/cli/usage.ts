/** Exit code: no errors were found. */
export const exitClean = 0;
/** Exit code: errors were found in the files. */
export const exitFound = 1;
/** Exit code: the command was used incorrectly, an input can't be read, or osc-tools failed. */
export const exitUsage = 2;
