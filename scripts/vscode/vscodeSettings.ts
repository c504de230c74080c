/**
 * Settings for a VS Code that is opened to show or to test one extension: nothing opens, asks or calls out by itself.
 */

export type VscodeSettings = Readonly<Record<string, unknown>>;

/** For people: what VS Code would put in front of the extension is off, the rest is as everybody knows it. */
export const calmSettings: VscodeSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.welcomePage.experimentalOnboarding': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'json.schemaDownload.enable': false,
  'npm.fetchOnlinePackageInfo': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
};

/** For tests: also the same pixels at every run, nothing that waits without need, and no dialog in the way. */
export const testSettings: VscodeSettings = {
  ...calmSettings,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.editor.empty.hint': 'hidden',
  'typescript.disableAutomaticTypeAcquisition': true,
  'files.autoSave': 'off',
  'workbench.localHistory.enabled': false,
  'explorer.confirmDelete': false,
  'explorer.confirmDragAndDrop': false,
  'window.confirmBeforeClose': 'never',
  'files.simpleDialog.enable': true,
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.enablePersistentSessions': false,
  'workbench.editor.useModal': 'off',
  // A page, a terminal or a toast that takes the keyboard late would close a list that a test has just opened.
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'editor.smoothScrolling': false,
  'workbench.list.smoothScrolling': false,
  'editor.accessibilitySupport': 'off',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.scrollBeyondLastLine': false,
  'editor.hover.delay': 100,
  'workbench.hover.delay': 100,
  'editor.wordBasedSuggestions': 'off',
  'editor.quickSuggestionsDelay': 10,
};

/**
 * Extensions that come with VS Code and are not needed here. Only such as have no part in the browser:
 * that part would be started all the same, and fail.
 */
export const skippedExtensions: readonly string[] = [
  'GitHub.copilot-chat',
  'vscode.git',
  'vscode.github',
  'vscode.microsoft-authentication',
  'vscode.debug-auto-launch',
  'vscode.debug-server-ready',
  'vscode.grunt',
  'vscode.gulp',
  'vscode.jake',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'vscode.php-language-features',
  'vscode.terminal-suggest',
  'vscode.tunnel-forwarding',
];
