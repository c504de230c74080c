/** How a run ends. */
export const exitClean = 0;
/** Errors were found in the files. */
export const exitFound = 1;
/** The call was wrong, an input could not be read, or the program itself failed. */
export const exitUsage = 2;
