/** Settings for a VS Code that shows or tests a single extension. Nothing opens, prompts, or connects automatically. */

export type VscodeSettings = Readonly<Record<string, unknown>>;

/**
 * Settings for manual use. Disables everything that VS Code would show in front of the extension and keeps all other
 * defaults.
 */
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
  'extensions.autoUpdate': 'off',
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

/**
 * Settings for tests. In addition, every run renders the same pixels, has no unnecessary delays, and shows no dialogs.
 */
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
  // A page, terminal, or toast that takes the focus late would close a list that a test has just opened.
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
 * Built-in extensions that aren't needed. Contains only extensions without a browser part, because that part would
 * start anyway and fail.
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
