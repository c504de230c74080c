/** The second process of the language server, which never has a result in tests of the server itself. */
export const noSecondProcess = {
  completion: () => Promise.resolve([]),
  hover: () => Promise.resolve(null),
  diagnostics: () => Promise.resolve([]),
};
