/** Exit code: no errors were found. */
export const exitClean = 0;
/** Exit code: errors were found in the files. */
export const exitFound = 1;
/** Exit code: the user stopped the command (128 and the number of SIGINT). */
export const exitInterrupted = 130;
/** Exit code: the system stopped the command (128 and the number of SIGTERM). */
export const exitTerminated = 143;
/** Exit code: an operation is still in progress, or the time is up. */
export const exitProgress = 3;
/** Exit code: the command was used incorrectly, an input can't be read, or osc-tools failed. */
export const exitUsage = 2;
