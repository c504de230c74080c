/**
 * What one language contributes to the server and the command line. The checker, every LSP capability, and
 * `osc-tools lint` iterate over one list of modules, so adding a language means adding one folder and one entry of that
 * list.
 *
 * Several modules may own the same file, for example a YAML file with manifests and PromQL. Their findings are joined
 * and sorted by place. What they return for a whole file (lenses, hints, symbols, folding ranges, links) is joined in
 * the order of the list. For a position, the first module of the list that returns something other than `undefined`
 * answers.
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

/** What services need to know of the server. The values are current whenever they are read. */
export interface LanguageContext {
  /** Returns the settings in force for a file. */
  readonly settingsFor: (uri: string) => Promise<FileSettings>;
  /** Undefined until the workspace was read. */
  readonly workspace: WorkspaceSnapshot | undefined;
  /** The cluster that the user chose. */
  readonly cluster: ValidationCluster | undefined;
  readonly client: ClientCapabilities;
  readonly options: InitializationOptions;
  /** What another YAML extension does. */
  readonly yamlExtension: YamlExtensionParams;
  /** What another Rego extension does. */
  readonly regoExtension: RegoExtensionParams;
  /** Returns the open file at a URI. */
  readonly fileAt: (uri: string) => OpenFile | undefined;
  /** Logs one line. Never the content of a file. */
  readonly log: (message: string) => void;
}

/**
 * Handles a custom request.
 * @param params unchecked, because a client can send anything
 * @param isCancelled returns true if the client no longer waits for the response
 */
export type RequestHandler = (
  params: unknown,
  context: LanguageContext,
  isCancelled: () => boolean,
) => object | Promise<object>;

/** What a service returns. `undefined` means that it has nothing to do with the place. */
export type Answer<Of> = Of | undefined | Promise<Of | undefined>;

/** The findings of a file and the settings that they are for. */
export interface FileCheck {
  readonly findings: readonly FileFinding[];
  readonly settings: FileSettings;
}

/** Where another name can be entered. */
export interface RenameTarget {
  readonly range: Range;
  readonly placeholder: string;
}

/** Why a name can't be changed. */
export interface RenameRefusal {
  readonly problem: string;
}

/** What a module does for its files. Everything is optional. */
export interface LanguageService {
  /**
   * Checks a file and returns its findings. Lets other work run in between.
   * @returns undefined if `isStale` returned true, because then no one needs the findings
   */
  check?(file: OpenFile, environment: CheckEnvironment, isStale: () => boolean): Answer<readonly FileFinding[]>;
  /** Offers completions. @param trigger the character that made the client ask */
  completion?(
    file: OpenFile,
    position: Position,
    context: LanguageContext,
    trigger?: string,
  ): Answer<CompletionItem[] | CompletionList>;
  /** Explains a position. Null: the position belongs to this module, and there is nothing to explain. */
  hover?(file: OpenFile, position: Position, context: LanguageContext): Answer<Hover | null>;
  definition?(file: OpenFile, position: Position, context: LanguageContext): Answer<Location[]>;
  references?(
    file: OpenFile,
    position: Position,
    withDeclaration: boolean,
    context: LanguageContext,
  ): Answer<Location[]>;
  prepareRename?(file: OpenFile, position: Position, context: LanguageContext): Answer<RenameTarget>;
  rename?(
    file: OpenFile,
    position: Position,
    newName: string,
    context: LanguageContext,
  ): Answer<TextEdit[] | RenameRefusal>;
  signatureHelp?(file: OpenFile, position: Position, context: LanguageContext): Answer<SignatureHelp>;
  codeLens?(file: OpenFile, check: FileCheck, context: LanguageContext): Answer<readonly CodeLens[]>;
  inlayHints?(file: OpenFile, context: LanguageContext): Answer<readonly InlayHint[]>;
  documentSymbols?(file: OpenFile, context: LanguageContext): Answer<readonly DocumentSymbol[]>;
  foldingRanges?(file: OpenFile, context: LanguageContext): Answer<readonly FoldingRange[]>;
  documentLinks?(file: OpenFile, context: LanguageContext): Answer<readonly DocumentLink[]>;
  /** Returns the tokens as the protocol encodes them, by the legend in tokenLegend.ts. */
  semanticTokens?(file: OpenFile, context: LanguageContext): Answer<number[]>;
  /** Handlers of the custom requests that the module lists, by method. */
  readonly requests?: Readonly<Record<string, RequestHandler>>;
}

/** The features of a service that belong to a file and aren't checks. */
export type LanguageServiceFeature = Exclude<keyof LanguageService, 'check' | 'requests'>;

/** The characters after which clients request a feature automatically. */
export interface TriggerCharacters {
  readonly completion?: readonly string[];
  readonly signatureHelp?: readonly string[];
  /** Characters that update a displayed signature. */
  readonly signatureHelpUpdate?: readonly string[];
}

/** One language. Everything but `load` is asked often, so it parses nothing. */
export interface LanguageModule {
  readonly id: string;
  /** The files of a folder that the language checks. If undefined, it checks only open files. */
  readonly files?: LanguageFiles;
  /** The characters after which clients request completions and signatures automatically. */
  readonly triggerCharacters?: TriggerCharacters;
  /** Returns true if the module may have something to say about the file. */
  owns(file: OpenFile): boolean;
  /**
   * Returns false if there is nothing to check in a file of the module, so that its service isn't loaded for it. By
   * default, true.
   */
  isChecked?(file: OpenFile): boolean;
  /**
   * Returns false if the service doesn't need to be loaded for a feature in a file of the module, or at a position of
   * it. By default, true.
   */
  mayAnswer?(feature: LanguageServiceFeature, file: OpenFile, context: LanguageContext, position?: Position): boolean;
  /** Loads the service. Called repeatedly. */
  load(): Promise<LanguageService>;
  /** Loads the service when the server has started, because most files need it. */
  readonly loadsAtStart?: true;
  /** The findings depend on the cluster. */
  readonly usesCluster?: true;
  /** The source of diagnostics, if it isn't the product. */
  readonly diagnosticSource?: string;
  /** Counts the objects in a file that the user would say were checked. */
  countObjects?(file: OpenFile): number;
  /**
   * The methods of the custom requests that the service handles. If several modules list one, the owner of the file at
   * its `uri` handles it, or else the first.
   */
  readonly requests?: readonly string[];
}
