/**
 * The contribution of one language to the server and the command line. The checker, every LSP capability, and
 * `osc-tools lint` iterate over one list of modules. To add a language, add one folder and one entry to that list.
 *
 * Several modules can own the same file, for example a YAML file with manifests and PromQL. Their findings are merged
 * and sorted by position. Results for a whole file (CodeLens, inlay hints, symbols, folding ranges, links) are merged
 * in the order of the list. For a request at a position, the first result other than `undefined` is used.
 */
import type {
  ClientCapabilities,
  CodeLens,
  CompletionItem,
  CompletionList,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Location,
  Position,
  Range,
  SignatureHelp,
  TextEdit,
} from 'vscode-languageserver';
import type { InitializationOptions, RegoExtensionParams, YamlExtensionParams } from '../protocol/protocol.ts';
import type { ValidationCluster } from './cluster/knownCluster.ts';
import type { FileSettings } from './fileSettings.ts';
import type { CheckEnvironment } from './findings/checkEnvironment.ts';
import type { FileFinding } from './findings/fileFinding.ts';
import type { LanguageFiles } from './workspace/fileSelection.ts';
import type { OpenFile } from './workspace/openFile.ts';
import type { WorkspaceSnapshot } from './workspace/workspaceSnapshot.ts';

/** The server data that services need. Each property returns the current value. */
export interface LanguageContext {
  /** Returns the effective settings of a file. */
  readonly settingsFor: (uri: string) => Promise<FileSettings>;
  /** Undefined until the workspace is read. */
  readonly workspace: WorkspaceSnapshot | undefined;
  /** The cluster that the user selected. */
  readonly cluster: ValidationCluster | undefined;
  readonly client: ClientCapabilities;
  readonly options: InitializationOptions;
  /** Features that another YAML extension provides. */
  readonly yamlExtension: YamlExtensionParams;
  /** Features that another Rego extension provides. */
  readonly regoExtension: RegoExtensionParams;
  /** Returns the open file at a URI. */
  readonly fileAt: (uri: string) => OpenFile | undefined;
  /** Logs one line. Never pass the content of a file. */
  readonly log: (message: string) => void;
}

/**
 * Handles a custom request.
 * @param params unvalidated, because a client can send any value
 * @param isCancelled returns true if the client no longer waits for the response
 */
export type RequestHandler = (
  params: unknown,
  context: LanguageContext,
  isCancelled: () => boolean,
) => object | Promise<object>;

/** The result of a service. `undefined` means that the position doesn't belong to the service. */
export type ServiceResult<Of> = Of | undefined | Promise<Of | undefined>;

/** The findings of a file and the settings that they were checked with. */
export interface FileCheck {
  readonly findings: readonly FileFinding[];
  readonly settings: FileSettings;
}

/** The range and current name of a symbol that can be renamed. */
export interface RenameTarget {
  readonly range: Range;
  readonly placeholder: string;
}

/** The reason why a symbol can't be renamed. */
export interface RenameRefusal {
  readonly problem: string;
}

/** The features of a module for its files. All are optional. */
export interface LanguageService {
  /**
   * Checks a file and returns its findings. Yields to other work during the check.
   * @returns undefined if `isStale` returned true, because the findings are no longer needed
   */
  check?(file: OpenFile, environment: CheckEnvironment, isStale: () => boolean): ServiceResult<readonly FileFinding[]>;
  /**
   * Returns completions.
   * @param trigger the character that triggered the request
   */
  completion?(
    file: OpenFile,
    position: Position,
    context: LanguageContext,
    trigger?: string,
  ): ServiceResult<CompletionItem[] | CompletionList>;
  /** Explains a position. Null means that the position belongs to this module but has no explanation. */
  hover?(file: OpenFile, position: Position, context: LanguageContext): ServiceResult<Hover | null>;
  definition?(file: OpenFile, position: Position, context: LanguageContext): ServiceResult<Location[]>;
  references?(
    file: OpenFile,
    position: Position,
    withDeclaration: boolean,
    context: LanguageContext,
  ): ServiceResult<Location[]>;
  prepareRename?(file: OpenFile, position: Position, context: LanguageContext): ServiceResult<RenameTarget>;
  rename?(
    file: OpenFile,
    position: Position,
    newName: string,
    context: LanguageContext,
  ): ServiceResult<TextEdit[] | RenameRefusal>;
  signatureHelp?(file: OpenFile, position: Position, context: LanguageContext): ServiceResult<SignatureHelp>;
  codeLens?(file: OpenFile, check: FileCheck, context: LanguageContext): ServiceResult<readonly CodeLens[]>;
  inlayHints?(file: OpenFile, context: LanguageContext): ServiceResult<readonly InlayHint[]>;
  documentSymbols?(file: OpenFile, context: LanguageContext): ServiceResult<readonly DocumentSymbol[]>;
  foldingRanges?(file: OpenFile, context: LanguageContext): ServiceResult<readonly FoldingRange[]>;
  documentLinks?(file: OpenFile, context: LanguageContext): ServiceResult<readonly DocumentLink[]>;
  /** Returns the tokens in the encoding of the protocol, based on the legend in tokenLegend.ts. */
  semanticTokens?(file: OpenFile, context: LanguageContext): ServiceResult<number[]>;
  /** Handlers of the custom requests that the module lists, by method. */
  readonly requests?: Readonly<Record<string, RequestHandler>>;
}

/** The features of a service that apply to a file and aren't checks. */
export type LanguageServiceFeature = Exclude<keyof LanguageService, 'check' | 'requests'>;

/** Support for one language. Except for `load`, the functions are called frequently and must not parse the file. */
export interface LanguageModule {
  readonly id: string;
  /** The files in a folder that the language checks. If undefined, only open files are checked. */
  readonly files?: LanguageFiles | readonly LanguageFiles[];
  /** Returns whether the module might have results for the file. */
  owns(file: OpenFile): boolean;
  /** Returns false if the file has nothing to check, so that the service isn't loaded for it. Defaults to true. */
  isChecked?(file: OpenFile): boolean;
  /**
   * Returns false if the service doesn't need to be loaded for a feature in a file or at a position in the file.
   * Defaults to true.
   */
  mayAnswer?(feature: LanguageServiceFeature, file: OpenFile, context: LanguageContext, position?: Position): boolean;
  /** Loads the service. Can be called several times. */
  load(): Promise<LanguageService>;
  /** True to load the service when the server starts, because most files need it. */
  readonly loadsAtStart?: true;
  /** True if the findings depend on the cluster. */
  readonly usesCluster?: true;
  /** Source of the diagnostics, if it isn't the product. */
  readonly diagnosticSource?: string;
  /** Returns the number of checked objects in a file, as users would count them. */
  countObjects?(file: OpenFile): number;
  /**
   * Methods of the custom requests that the service handles. If several modules list the same method, the module that
   * owns the file in the `uri` parameter handles the request. If no module owns the file, the first module handles it.
   */
  readonly requests?: readonly string[];
}
