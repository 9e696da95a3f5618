// Which modules share a file. On a phone every file costs a request, an entry in the worker's cache and a separate
// compression. So modules that are loaded together are in one file. Modules for a guest's first page are separate from
// those only learners use, and those a screen waits for are separate from background work.

/** A group of modules that become one file. A module goes to the matching group with the highest priority. */
type ChunkGroup = { name: string; test?: RegExp; tags?: '$initial'[]; priority: number };

/** A pattern for a path on any operating system. */
function path(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('/', '[\\\\/]'));
}

function wordsOf(names: string): string[] {
  return names.trim().split(/\s+/);
}

/** Every name given to `modules` and `othersOf`, for the test that checks that its file exists. */
export const namedModules: { name: string; test: RegExp }[] = [];
/** The same for `packages`: a folder of `node_modules`, `*` for the rest of its name. */
export const namedPackages: string[] = [];
/** The same for `icons`. */
export const namedIcons: string[] = [];

function named(folder: string, names: string): string[] {
  const all = wordsOf(names).map((name) => `${folder}/${name}`);
  namedModules.push(...all.map((name) => ({ name, test: path(`/src/${name}\\.`) })));
  return all;
}

/**
 * Modules of `src/`: names without their endings, separated by blanks, by folder. Each name stands for itself: a pattern
 * in it could lose one of its modules without a word.
 */
function modules(byFolder: Record<string, string>): RegExp {
  const all = Object.entries(byFolder).flatMap(([folder, names]) => named(folder, names));
  return path(`/src/(?:${all.join('|')})\\.`);
}

/** All modules of a folder of `src/` but these. */
function othersOf(folder: string, names: string): RegExp {
  named(folder, names);
  return path(`/src/${folder}/(?!(?:${wordsOf(names).join('|')})\\.)`);
}

/** Packages, without the files whose path has `but` in it. */
function packages(names: string, but?: string): RegExp {
  namedPackages.push(...wordsOf(names));
  const all = wordsOf(names).join('|').replaceAll('*', '[\\w.-]*');
  return path(`node_modules/(?:${all})/${but ? `(?!.*${but})` : ''}`);
}

/** Icons, without the `Icon` of their names. */
function icons(names: string): RegExp {
  namedIcons.push(...wordsOf(names));
  return path(`@tabler/.*/Icon(?:${wordsOf(names).join('|')})\\.mjs`);
}

/** A pattern that matches one of several. */
function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/** Modules of every page are separate, so that the groups below do not take a guest's modules with them. */
const everywhere: ChunkGroup[] = [
  {
    name: 'react',
    test: anyOf(packages('react react-dom scheduler'), modules({ app: 'reactDom' })),
    priority: 9,
  },
  { name: 'router', test: packages('react-router react-router-dom'), priority: 8 },
  { name: 'shell', tags: ['$initial'], priority: 7 },
  // Small, and on almost every page, including a guest's first one.
  {
    name: 'heading',
    test: modules({
      // Includes the skeleton's styles, which would otherwise be a file of their own.
      'shared/ui': 'PageHeader Skeleton.module',
      'shared/lib/loading': 'useIsHere',
      'shared/lib/transport': 'useConnectivity',
      'shared/lib/outbox': 'counts',
    }),
    priority: 6,
  },
  // How a page that is only a frame at first gets the rest: without lists and pictures, which come with that.
  {
    name: 'late',
    test: modules({ 'shared/ui': 'LatePart Skeleton partTexts', 'shared/lib/loading': 'lateLoad' }),
    priority: 6,
  },
  {
    name: 'states',
    test: modules({ 'shared/ui': 'StateCard ErrorCard OfflineCard', 'shared/lib/text': 'format' }),
    priority: 6,
  },
  // Loaded after every page is shown: shared by the worker's registration and the bars about versions.
  {
    name: 'updates',
    test: modules({
      app: 'afterStart fadeBetweenPages preloadOnIntent tellSeenPages',
      'app/shell': 'CartMark',
      'shared/lib/shop': 'cartOfMember glance',
      'features/pwa': 'checkUpdate updates',
      'features/support': 'guestWork',
      'shared/lib/account': 'isLineSpared',
      'shared/lib/transport': 'line',
    }),
    priority: 6,
  },
];

/** The public site, login and sign-up. */
const guests: ChunkGroup[] = [
  // Parts of landing pages: small, and several on each of them. Drawings used by a single page only are not included,
  // except the first page's drawing and the styles shared by all drawings.
  {
    name: 'site',
    test: anyOf(
      modules({ 'features/site/components': 'Cards Closing Doors LessonPicture StartLink' }),
      othersOf('shared/ui/landing', 'Facts LegalNav TryExam landing tryTexts'),
    ),
    priority: 6,
  },
  // Further drawings that several of these pages use: one name instead of eight in the list that every first page has.
  {
    name: 'landing',
    test: modules({
      'features/site': 'texts',
      'features/site/components': 'FamilyPicture LearningPicture',
      'shared/ui/landing': 'Facts LegalNav landing',
    }),
    priority: 6,
  },
  // Parts of every form for login and sign-up; the login page, where many visits begin, needs all of them.
  {
    name: 'forms',
    test: modules({
      'features/auth': 'model texts',
      'shared/form':
        'controlTexts failureRule useCapsLock useForm ErrorSummary Field Form PasswordField FormPage.module',
      'shared/lib/loading': 'afterPress',
    }),
    priority: 6,
  },
  // Code that talks to the server: one file, loaded once a page has settled (shared/lib/transport/attempt.ts).
  {
    name: 'client',
    test: modules({
      'shared/lib/http': 'after401',
      'shared/lib/transport': 'csrf probe retryAfter send',
      'shared/lib/account': 'enterLeave',
      'shared/lib/session': 'refreshWork',
      'shared/lib/mirror': 'again',
    }),
    priority: 5,
  },
  // Text rules: used by forms and by the sending code; no first page waits for it.
  { name: 'plainText', test: modules({ contracts: 'email letters plainText profile' }), priority: 8 },
  // Things that guests and learners store on the device: forms, answers for use offline, the campaign they came from;
  // also one line with the site's address.
  {
    name: 'keeping',
    test: modules({
      'shared/form': 'formDraft',
      'shared/lib/pages': 'siteAddress',
      'shared/lib/public': 'storedCopy',
      'features/site': 'cameFrom',
    }),
    priority: 5,
  },
  // Checked by every action before it trusts a kept page; the pages of buying need no other part of the catalogue.
  {
    name: 'fresh',
    test: modules({ 'shared/lib/public': 'freshness useFreshAct', 'shared/ui': 'FreshNote' }),
    priority: 5,
  },
  // Texts for a form that could not be sent; the login has its own.
  { name: 'failures', test: modules({ 'shared/form': 'failure submissionKey texts' }), priority: 6 },
  // Used on every page of the catalogue and of the teachers.
  {
    name: 'publicAnswers',
    test: modules({
      'features/catalogue': 'lateApi model teacherTexts texts useBuy useCatalogue',
      'features/catalogue/components': 'BuyButton Portrait TeacherCard useLast',
      'shared/lib/public': 'publicAnswer',
      'shared/lib/pages': 'useStructuredData',
    }),
    priority: 4,
  },
  // Parts of the account pages; without contracts, which not all of them need.
  {
    name: 'authParts',
    test: modules({
      'shared/form': 'gradeTexts newPassword ChoiceField MailHelp FormPage',
      'features/auth/password': 'texts',
    }),
    priority: 5,
  },
  {
    name: 'passwords',
    test: modules({ 'shared/form': 'emailCheck', 'features/auth/password': 'api' }),
    priority: 4,
  },
  {
    name: 'newPassword',
    test: modules({ 'shared/form': 'PasswordRules NewPasswordFields' }),
    priority: 4,
  },
  {
    name: 'passwordChange',
    test: modules({
      'features/account/password': 'api model texts',
      'features/account/password/components': 'ChangeForm',
    }),
    priority: 4,
  },
  {
    name: 'signupParts',
    test: modules({ 'shared/form': 'AgreeBox', 'features/auth/signup': 'api draft model pending texts' }),
    priority: 4,
  },
  // Fields of letters and of other forms that mark required fields.
  { name: 'letterFields', test: modules({ 'shared/form': 'MarkedLabel TextBox' }), priority: 4 },
  // The entry exam is advertised on several pages.
  {
    name: 'examParts',
    test: modules({ 'features/site/components': 'ExamPicture', 'shared/ui/landing': 'TryExam tryTexts' }),
    priority: 4,
  },
  {
    name: 'stories',
    test: modules({
      'features/site': 'model useSite',
      'features/site/components': 'Stories',
      'features/site/views': 'campaignTexts',
    }),
    priority: 3,
  },
  // Separate from the letters: a page that only says thank you needs no contracts.
  { name: 'supportTexts', test: modules({ 'features/support': 'texts' }), priority: 5 },
  { name: 'letters', test: modules({ 'features/support': 'api letters model' }), priority: 4 },
  // Rows and texts of notices, for everybody; the learners' part is in `noticeWork`.
  {
    name: 'noticeParts',
    test: modules({ 'features/notice': 'model texts', 'features/notice/components': 'NoticeList NoticeRow' }),
    priority: 5,
  },
];

/** The learning area. */
const members: ChunkGroup[] = [
  // Navigation links of a learner, with two icons that other pages use too.
  {
    name: 'places',
    test: anyOf(
      modules({
        'app/shell': 'MemberTools MainNav places',
        'shared/lib/mirror': 'unreadNotices',
      }),
      icons('Book2 Star'),
    ),
    priority: 6,
  },
  // Parts of every list, also for guests: separate from the library, which would bring the device's database with it.
  {
    name: 'lists',
    test: anyOf(
      modules({
        'shared/ui':
          'MirrorView PagedView ListStatus ListFooter FilterLinks SearchField SelectField Field Chip CourseThumb EmptyState ErrorLine FreshnessLine Loading useAfter pageName',
        'shared/lib/mirror': 'rules pages',
        'shared/lib/text': 'fold',
        'shared/lib/pages': 'listParams useListAddress',
      }),
      icons('Check'),
    ),
    priority: 6,
  },
  // Schedules requests to the server: loaded beside a guest's first screen. Code that only stores answers comes later.
  {
    name: 'query',
    test: anyOf(
      packages('@tanstack/query-core @tanstack/react-query', 'hydration'),
      modules({ 'shared/lib/mirror': 'client' }),
    ),
    priority: 6,
  },
  // Names under which answers are stored on the device, also for guests: separate from the library.
  {
    name: 'keptNames',
    test: modules({
      'shared/lib/mirror': 'keep',
      'shared/lib/db': 'dbName',
      'shared/lib/shop': 'keptPrefix',
    }),
    // Higher priority than `updates`, which would take the name with it.
    priority: 7,
  },
  // Packages of every member page and of no guest page.
  { name: 'member', test: packages('dexie dexie-react-hooks'), priority: 6 },
  // Parses answers of the server: no first screen of the learning area needs it. Its core runs separately before the
  // rest (shared/lib/public/publicStore).
  { name: 'readers', test: anyOf(packages('zod'), modules({ contracts: 'wire' })), priority: 6 },
  // How every answer is requested and read; the schemas of the single answers are separate.
  { name: 'asking', test: modules({ contracts: 'failure page', 'shared/lib/http': 'json' }), priority: 5 },
  // Schemas that guests need are separate: every schema costs a phone time, used or not.
  {
    name: 'contracts',
    test: modules({ contracts: 'accounts catalogue cms site study' }),
    priority: 5,
  },
  {
    name: 'shopContracts',
    test: modules({ contracts: 'cardNumber shopCheckout shopDocument shopOrder' }),
    priority: 5,
  },
  // The only one that the cart needs.
  { name: 'cartContracts', test: modules({ contracts: 'shopCart' }), priority: 6 },
  // PDF papers, on a few pages of guests and members.
  { name: 'papers', test: modules({ 'shared/lib/shop': 'usePdf' }), priority: 5 },
  {
    name: 'memberContracts',
    test: modules({
      contracts: 'course inventory lesson marks offline watchRule markRule noteRule',
    }),
    priority: 5,
  },
  // Shared by the library and most member pages.
  {
    name: 'library',
    test: anyOf(
      modules({
        'shared/ui': 'keptRoom',
        'shared/lib/worker': 'keptMedia',
        'shared/lib/exam': 'fileCaches',
        'shared/lib/mirror': 'mirror',
        'shared/lib/db': 'userDb',
        'shared/lib/outbox': 'enqueue watchOutbox',
        'features/sync-status': 'lineTexts',
        // The frame of every member page, which needs most of these: one file instead of five.
        'app/routes/mypage': 'memberRoot memberStart course forgetByHand',
        'shared/lib/transport': 'askedEarly',
      }),
      // The list of member pages, which the build writes.
      path('/src/app/routes/memberPages\\.ts'),
      othersOf('features/library', 'api sync components/VirtualCourseGrid'),
      othersOf('features/bookmark', 'answer api sync'),
    ),
    priority: 5,
  },
  // Small parts of several screens.
  {
    name: 'signs',
    test: icons('Circle CircleCheck Clock Download FileText Logout PlayerPlayFilled StarFilled'),
    priority: 5,
  },
  // What the rooms of the exams have in common; the entry exam of guests has it, too, so nothing of the device's database.
  {
    name: 'examRules',
    test: modules({
      contracts: 'examContent examDeadline examMerge examShownKey examValue',
      'shared/exam': 'BroadcastScripts keyWords',
      'shared/lib/exam': 'deviceClock',
    }),
    priority: 5,
  },
  // An exam on this device.
  { name: 'examHere', test: modules({ 'shared/lib/exam': 'examDb handIns' }), priority: 5 },
  // Signs of papers, of exams and of texts for everybody.
  { name: 'paperSigns', test: icons('Flag Note Printer ZoomIn'), priority: 5 },
  {
    name: 'dialogs',
    test: modules({
      'shared/ui': 'ConfirmDialog CourseFilter Dialog Sheet',
      'shared/lib/loading': 'useBusy',
    }),
    priority: 4,
  },
  { name: 'noticeWork', test: modules({ 'features/notice': 'local useNotices' }), priority: 4 },
  // Sends unsent changes: those of learners, and letters that guests have written.
  {
    name: 'delivery',
    test: modules({
      'features/support': 'outbox',
      'shared/lib/outbox': 'backoff deliver drain due stuck verdict',
    }),
    priority: 4,
  },
  // What the notes about kept lessons on the cards of the library need: not the rest of the downloads, which talks to the
  // server and would bring every contract.
  {
    name: 'keptParts',
    test: anyOf(
      modules({ 'features/download': 'bitmap model texts' }),
      icons('CloudCheck CloudDown CloudExclamation CloudPause'),
    ),
    priority: 5,
  },
  // What a stored screen is compared by. Storing screens needs a part of it later; taking over waits for nothing else.
  { name: 'takeOver', test: modules({ 'features/first-screen': 'lines ofTheMoment takeOver' }), priority: 5 },
  // The first requests of the library: not behind the rest of the work, which a new device would wait for.
  {
    name: 'libraryAsks',
    test: modules({ 'features/library': 'api sync', 'features/bookmark': 'answer api sync' }),
    priority: 4,
  },
  // Background work of every member page, started once it is shown: unsent changes, marks, notes, watch history.
  {
    name: 'work',
    test: modules({
      'features/note': 'api drafts local model sync texts',
      'features/favorite': 'api local model sync useFavoriteLessons',
      'features/check': 'api local model sync',
      'features/lesson': 'api local model sync',
      'features/recent': 'local model sync',
      'features/watch': 'api local model playerChoices playingTabs progress sync',
      'features/pwa': 'badge',
      'features/settings': 'model preference texts',
      'features/settings/push': 'api browser choice syncPush',
      'shared/lib/outbox': 'preference',
    }),
    priority: 4,
  },
  // Kept lessons and the search index: loaded when a member page is idle, and on the pages that show them.
  {
    name: 'shelf',
    test: modules({
      'features/download':
        'api actions appFiles chunkStore clock keepNext keepNextChoices keepNextWork local lost protection shelf useDownloads learnerLine',
      'features/textbook': 'api local model sync',
      'features/whiteboard': 'api local model sync',
      'features/search': 'cues indexing model rows useSearch markWords',
      'app/routes/mypage': 'searchSources',
      'shared/lib/db': 'deviceId',
    }),
    priority: 4,
  },
];

/** Charts of results: only on the result pages (exams.md 5). */
const charts: ChunkGroup = {
  name: 'charts',
  test: packages(
    '@visx d3-* internmap classnames reduce-css-calc reduce-function-call math-expression-evaluator',
  ),
  priority: 3,
};

/** Groups of the production build, see the bundler's `output.codeSplitting`. */
export const chunkGroups: ChunkGroup[] = [...everywhere, ...guests, ...members, charts];
