// Which modules travel together. A phone pays for every file of its own: a request, an entry in the worker's cache, a
// compression that begins anew. What is loaded together anyway is therefore one file; what a guest's first page needs
// stands apart from what only learners use, and what a screen waits for from what works behind it.

/** A group of modules that become one file; the highest priority takes a module first. */
type ChunkGroup = { name: string; test?: RegExp; tags?: '$initial'[]; priority: number };

/** A path as a pattern that holds on any system. */
function path(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('/', '[\\\\/]'));
}

/** Every name that is given to `modules`, for the test that finds its file. */
export const namedModules: { name: string; test: RegExp }[] = [];

/** Modules of `src/`: names without their endings, separated by blanks, by folder. */
function modules(byFolder: Record<string, string>): RegExp {
  const all = Object.entries(byFolder).flatMap(([folder, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${folder}/${name}`),
  );
  namedModules.push(...all.map((name) => ({ name, test: path(`/src/${name}\\.`) })));
  return path(`/src/(?:${all.join('|')})\\.`);
}

/** What fits one of several patterns. */
function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/** What every page needs stands apart, so that the groups below take nothing of a guest's with them. */
const everywhere: ChunkGroup[] = [
  {
    name: 'react',
    test: anyOf(path('node_modules/(react|react-dom|scheduler)/'), modules({ app: 'reactDom' })),
    priority: 9,
  },
  { name: 'router', test: path('node_modules/react-router'), priority: 8 },
  { name: 'shell', tags: ['$initial'], priority: 7 },
  // Small, and on almost every page, a guest's first one included.
  {
    name: 'heading',
    test: modules({
      'shared/ui': 'PageHeader',
      'shared/lib/transport': 'useConnectivity',
      'shared/lib/outbox': 'counts',
    }),
    priority: 6,
  },
  {
    name: 'states',
    test: modules({ 'shared/ui': 'StateCard ErrorCard OfflineCard', 'shared/lib/text': 'format' }),
    priority: 6,
  },
  // What every page fetches once it is shown: the worker's registration and the bars about versions share them.
  {
    name: 'updates',
    test: modules({
      app: 'afterStart fadeBetweenPages preloadOnIntent tellSeenPages',
      'app/shell': 'CartMark',
      'shared/lib/shop': 'cartOfMember glance',
      'features/pwa': 'checkUpdate updates',
      'features/support': 'guestWork',
      'shared/lib/transport': 'sparedLine',
    }),
    priority: 6,
  },
];

/** The public site and the way in. */
const guests: ChunkGroup[] = [
  // Parts of the landing pages: small, and several on every one of them. Not what a single page draws, but the drawing
  // of the first one and the styles that all drawings share.
  {
    name: 'site',
    test: path(
      'src/(features/site/components/(LessonPicture|StartLink)|shared/ui/landing/(?!Facts|LegalNav|TryExam|landing|tryTexts))',
    ),
    priority: 6,
  },
  // What several of them draw besides: one name in the list that every first page carries, not eight.
  {
    name: 'landing',
    test: path(
      'src/(features/site/(texts|components/(Family|Learning))|shared/ui/landing/(Facts|LegalNav|landing))',
    ),
    priority: 6,
  },
  // Parts of every form of the way in; the login, which many visits begin with, needs all of them.
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
  // What talks to the server: fetched as one file once a page has settled (shared/lib/transport/attempt.ts).
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
  // What may stand in a text: forms ask it, and what sends, which no first page waits for.
  { name: 'plainText', test: modules({ contracts: 'email letters plainText profile' }), priority: 8 },
  // What guests and learners keep on the device: forms, answers for a page without a network, the campaign they met;
  // with the site's address, a line.
  {
    name: 'keeping',
    test: modules({
      'shared/lib/storage': 'formDraft',
      'shared/lib/pages': 'siteAddress',
      'shared/lib/public': 'storedCopy',
      'features/site': 'cameFrom',
    }),
    priority: 5,
  },
  // What every act asks before it trusts a kept page; pages of buying need no more of the catalogue.
  {
    name: 'fresh',
    test: modules({ 'shared/lib/public': 'freshness useFreshAct', 'shared/ui': 'FreshNote' }),
    priority: 5,
  },
  // How a form says that it could not be sent; the login has words of its own.
  { name: 'failures', test: modules({ 'shared/form': 'failure submissionKey texts' }), priority: 6 },
  // What every page of the catalogue and of the teachers shows or asks with.
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
  // Parts of the pages about an account; without contracts, which not all of them need.
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
  // Fields of letters and of whatever else marks what is required.
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
  // Apart from the letters themselves: a page that only thanks for one needs no contracts.
  { name: 'supportTexts', test: modules({ 'features/support': 'texts' }), priority: 5 },
  { name: 'letters', test: modules({ 'features/support': 'api letters model' }), priority: 4 },
  // Rows and words of notices, for everybody; what learners have of them is in `noticeWork`.
  {
    name: 'noticeParts',
    test: modules({ 'features/notice': 'model texts', 'features/notice/components': 'NoticeList NoticeRow' }),
    priority: 5,
  },
];

/** The learning area. */
const members: ChunkGroup[] = [
  // The places of a learner, with two icons that other pages draw, too.
  {
    name: 'places',
    test: anyOf(
      modules({
        'app/shell': 'MemberTools MainNav places',
        'shared/lib/mirror': 'unreadNotices',
      }),
      path('/Icon(Book2|Star)\\.mjs'),
    ),
    priority: 6,
  },
  // Parts of every list, a guest's too: apart from the library, which would bring the device's database with them.
  {
    name: 'lists',
    test: anyOf(
      modules({
        'shared/ui':
          'MirrorView PagedView ListStatus ListFooter FilterLinks SearchField SelectField Field Chip CourseThumb EmptyState ErrorLine FreshnessLine Skeleton Loading LatePart useAfter pageName',
        'shared/lib/mirror': 'rules pages',
        'shared/lib/text': 'fold',
        'shared/lib/pages': 'listParams useListAddress',
        'shared/lib/loading': 'lateLoad',
      }),
      path('@tabler/.*/IconCheck\\.'),
    ),
    priority: 6,
  },
  // What schedules questions to the server: beside a guest's first screen. What only keeps answers comes later.
  {
    name: 'query',
    test: anyOf(
      path('node_modules/@tanstack/(query-core|react-query)/(?!.*hydration)'),
      modules({ 'shared/lib/mirror': 'client' }),
    ),
    priority: 6,
  },
  // Under which names answers are kept on the device, a guest's too: apart from the library.
  {
    name: 'keptNames',
    test: modules({
      'shared/lib/mirror': 'keep',
      'shared/lib/db': 'dbName',
      'shared/lib/shop': 'keptPrefix',
    }),
    // Before `updates`, which would take the name along.
    priority: 7,
  },
  // Packages of every member page, none of a guest's.
  { name: 'member', test: path('node_modules/(dexie|dexie-react-hooks)/'), priority: 6 },
  // What reads answers of the server: no first screen of the learning area needs it. Its core is run by itself before
  // the rest (shared/lib/public/publicStore).
  { name: 'readers', test: anyOf(path('node_modules/zod/'), modules({ contracts: 'wire' })), priority: 6 },
  // How every answer is asked for and read; the schemas of what is asked for stand apart.
  { name: 'asking', test: modules({ contracts: 'failure page', 'shared/lib/http': 'json' }), priority: 5 },
  // Schemas that guests meet apart: every one costs a phone time, used or not.
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
  // The cart needs no more of them.
  { name: 'cartContracts', test: modules({ contracts: 'shopCart' }), priority: 6 },
  // Papers as PDF, on a few pages of guests and members.
  { name: 'papers', test: modules({ 'shared/lib/shop': 'usePdf' }), priority: 5 },
  {
    name: 'memberContracts',
    test: modules({
      contracts: 'course inventory lesson marks offline watchRule markRule noteRule',
    }),
    priority: 5,
  },
  // What the library and most member pages share.
  {
    name: 'library',
    test: anyOf(
      modules({
        'shared/lib/worker': 'keptMedia',
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
      path('src/features/(library|bookmark)/(?!.*Virtual|sync|api|answer)'),
    ),
    priority: 5,
  },
  // Small parts of several screens.
  {
    name: 'signs',
    test: path(
      '@tabler/.*/Icon(Circle|CircleCheck|Clock|Download|FileText|Logout|PlayerPlayFilled|StarFilled)\\.mjs',
    ),
    priority: 5,
  },
  {
    name: 'dialogs',
    test: modules({
      'shared/ui': 'ConfirmDialog CourseFilter Dialog Sheet',
      'shared/lib/loading': 'useBusy',
    }),
    priority: 4,
  },
  { name: 'noticeWork', test: modules({ 'features/notice': 'local useNotices' }), priority: 4 },
  // How unsent changes reach the server: those of learners, and letters of guests once they have written one.
  {
    name: 'delivery',
    test: modules({
      'features/support': 'outbox',
      'shared/lib/outbox': 'backoff deliver drain due stuck verdict',
    }),
    priority: 4,
  },
  // What stands behind every member page as soon as it is shown: unsent changes, marks, notes, what was watched. Not
  // the first questions of library and bookmarks, which wait for nothing else.
  {
    name: 'work',
    test: modules({
      'features/bookmark': 'answer',
      'features/library': 'api',
      'features/note': 'api drafts local model sync texts',
      'features/favorite': 'api local model sync useFavoriteLessons',
      'features/(?:check|lesson|recent)': 'api local model sync',
      'features/watch': 'api local model playerChoices playingTabs progress sync',
      'features/first-screen': 'ofTheMoment',
      'features/pwa': 'badge',
      'features/settings': 'model preference texts',
      'features/settings/push': 'api browser choice syncPush',
      'shared/lib/storage': 'preference',
    }),
    priority: 4,
  },
  // Kept lessons and the search index: when a member page has nothing better to do, and on the pages that show them.
  {
    name: 'shelf',
    test: modules({
      'features/download':
        'api actions appFiles bitmap chunkStore clock keepNext keepNextChoices keepNextWork local lost model protection shelf texts useDownloads learnerLine',
      'features/(?:textbook|whiteboard)': 'api local model sync',
      'features/search': 'cues indexing model rows useSearch markWords',
      'app/routes/mypage': 'searchSources',
      'shared/lib/storage': 'deviceId',
    }),
    priority: 4,
  },
];

/** Charts of results: drawn on the pages of results alone (exams.md 5). */
const charts: ChunkGroup = {
  name: 'charts',
  test: path(
    'node_modules/(@visx|d3-|internmap|classnames|reduce-css-calc|reduce-function-call|math-expression)',
  ),
  priority: 3,
};

/** Groups of the production build, see `output.codeSplitting` of the bundler. */
export const chunkGroups: ChunkGroup[] = [...everywhere, ...guests, ...members, charts];
