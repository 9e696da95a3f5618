// Which modules travel together. A phone pays for every file of its own: a request, an entry in the worker's cache, a
// compression that begins anew. What is loaded together anyway is therefore one file; what a guest's first page needs
// stands apart from what only learners use, and what a screen waits for from what works behind it.

/** A group of modules that become one file; the highest priority takes a module first. */
type ChunkGroup = { name: string; test?: RegExp; tags?: '$initial'[]; priority: number };

/** A path as a pattern that holds on any system. */
function path(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('/', '[\\\\/]'));
}

/** Modules of `src/`: names without their endings, separated by blanks, by folder. */
function modules(byFolder: Record<string, string>): RegExp {
  const folders = Object.entries(byFolder).map(
    ([folder, names]) => `${folder}/(?:${names.trim().split(/\s+/).join('|')})`,
  );
  return path(`/src/(?:${folders.join('|')})\\.`);
}

/** What every page needs stands apart, so that the groups below take nothing of a guest's with them. */
const everywhere: ChunkGroup[] = [
  {
    name: 'react',
    test: path('(node_modules/(react|react-dom|scheduler)/|src/shared/lib/reactDom)'),
    priority: 9,
  },
  { name: 'router', test: path('node_modules/react-router'), priority: 8 },
  { name: 'shell', tags: ['$initial'], priority: 7 },
  // Small, and on almost every page, a guest's first one included.
  {
    name: 'heading',
    test: modules({
      'shared/ui': 'PageHeader',
      'shared/lib': 'useConnectivity',
      'shared/lib/outbox': 'counts',
    }),
    priority: 6,
  },
  {
    name: 'states',
    test: modules({ 'shared/ui': 'StateCard ErrorCard OfflineCard', 'shared/lib': 'format lateFormat' }),
    priority: 6,
  },
  // What every page fetches once it is shown: the worker's registration and the bars about versions share them.
  {
    name: 'updates',
    test: modules({
      app: 'afterStart fadeBetweenPages preloadOnIntent',
      'features/pwa': 'checkUpdate updates',
      'shared/lib': 'guestWork sparedLine',
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
      'src/(features/site/components/(LessonPicture|(?!.*(Picture|Facts|Stories|TryExam)))|app/routes/public/StartLink)',
    ),
    priority: 6,
  },
  // What several of them draw besides: one name in the list that every first page carries, not eight.
  {
    name: 'landing',
    test: path(
      'src/(features/site/(texts|components/(Facts|Week|Family|Learning))|app/routes/public/landing)',
    ),
    priority: 6,
  },
  // Parts of every form of the way in; the login, which many visits begin with, needs all of them.
  {
    name: 'forms',
    test: modules({
      'features/auth': 'model texts useCapsLock useForm',
      'features/auth/components': 'ErrorSummary Field Form PasswordField',
      'shared/lib': 'afterPress',
      'app/routes/auth': 'AuthPage.module',
    }),
    priority: 6,
  },
  // What talks to the server: fetched as one file once a page has settled (shared/lib/http/attempt.ts).
  {
    name: 'client',
    test: modules({
      'shared/lib/http': 'after401 csrf probe retryAfter send',
      'shared/lib/session': 'enterLeave refreshWork',
      'shared/lib': 'mirrorAgain',
    }),
    priority: 5,
  },
  // What may stand in a text: forms ask it, and what sends, which no first page waits for.
  { name: 'plainText', test: modules({ contracts: 'email plainText' }), priority: 8 },
  // What guests and learners keep on the device: forms, answers for a page without a network, the campaign they met;
  // with the site's address, a line.
  {
    name: 'keeping',
    test: modules({ 'shared/lib': 'formDraft siteAddress storedCopy', 'features/site': 'cameFrom' }),
    priority: 5,
  },
  // What every page of the catalogue and of the teachers shows or asks with.
  {
    name: 'publicAnswers',
    test: modules({
      'features/catalogue': 'lateApi model teacherTexts texts useCatalogue',
      'features/catalogue/components': 'Portrait TeacherCard useLast',
      'shared/lib': 'publicAnswer useStructuredData',
    }),
    priority: 4,
  },
  // Parts of the pages about an account; without contracts, which not all of them need.
  {
    name: 'authParts',
    test: modules({
      'features/auth': 'formTexts newPassword submissionKey',
      'features/auth/password': 'texts',
      'features/auth/components': 'ChoiceField MailHelp',
      'app/routes/auth': 'AuthPage LoginFirst',
    }),
    priority: 5,
  },
  {
    name: 'passwords',
    test: modules({ 'features/auth': 'emailCheck', 'features/auth/password': 'api model' }),
    priority: 4,
  },
  {
    name: 'newPassword',
    test: modules({
      'features/auth/components': 'PasswordRules',
      'features/auth/password/components': 'NewPasswordFields',
    }),
    priority: 4,
  },
  {
    name: 'signupParts',
    test: modules({
      'features/auth/components': 'AgreeBox',
      'features/auth/signup': 'api draft model pending texts',
    }),
    priority: 4,
  },
  // The entry exam is advertised on several pages.
  {
    name: 'examParts',
    test: modules({ 'features/site/components': 'ExamPicture TryExam' }),
    priority: 4,
  },
  {
    name: 'stories',
    test: modules({ 'features/site': 'model useSite', 'features/site/components': 'Stories' }),
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
    test: path(
      'src/(app/shell/(MemberTools|MainNav|places)|shared/lib/unreadNotices)\\.|/Icon(Book2|Star)\\.mjs',
    ),
    priority: 6,
  },
  // Parts of every list, a guest's too: apart from the library, which would bring the device's database with them.
  {
    name: 'lists',
    test: path(
      'src/shared/(ui/(MirrorView|PagedView|List(Status|Footer)|FilterLinks|SearchField|SelectField|Field|Chip|CourseThumb|EmptyState|ErrorLine|FreshnessLine|Skeleton|Loading|LatePart|useAfter|pageName)|lib/(mirror(Rules|Pages)|fold|listParams|useListAddress|lateLoad))\\.|@tabler/.*/IconCheck\\.',
    ),
    priority: 6,
  },
  // What schedules questions to the server: beside a guest's first screen. What only keeps answers comes later.
  {
    name: 'query',
    test: path('node_modules/@tanstack/(query-core|react-query)/(?!.*hydration)'),
    priority: 6,
  },
  // Under which names answers are kept on the device, a guest's too: apart from the library.
  {
    name: 'keptNames',
    test: modules({ 'shared/lib': 'mirrorKeep', 'shared/lib/db': 'dbName' }),
    priority: 6,
  },
  // Packages of every member page, none of a guest's.
  { name: 'member', test: path('node_modules/(dexie|dexie-react-hooks)/'), priority: 6 },
  // What reads answers of the server: no first screen of the learning area needs it. Its core is run by itself before
  // the rest (shared/lib/publicStore).
  { name: 'readers', test: path('node_modules/zod/|src/contracts/wire\\.'), priority: 6 },
  // Schemas that guests meet apart: every one costs a phone time, used or not.
  {
    name: 'contracts',
    test: path('src/(contracts/(accounts|catalogue|cms|failure|page|site|study)\\.|shared/lib/http/json\\.)'),
    priority: 5,
  },
  {
    name: 'memberContracts',
    test: modules({
      contracts: 'course inventory lesson marks offline watchRule markRule noteRule answerRule',
    }),
    priority: 5,
  },
  // What the library and most member pages share.
  {
    name: 'library',
    test: path(
      'src/(shared/lib/((keptMedia|mirror)\\.|db/userDb|outbox/(enqueue|watchOutbox))|features/((library|bookmark)/(?!.*Virtual|sync|api|answer)|sync-status/lineTexts))',
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
    test: modules({ 'shared/ui': 'ConfirmDialog CourseFilter Dialog Sheet', 'shared/lib': 'useBusy' }),
    priority: 4,
  },
  { name: 'noticeWork', test: modules({ 'features/notice': 'local sync useNotices' }), priority: 4 },
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
      'features/favorite': 'api local model sync useFavoriteState',
      'features/(?:check|lesson|recent)': 'api local model sync',
      'features/watch': 'api local model playerChoices playingTabs progress sync',
      'features/first-screen': 'ofTheMoment',
      'features/pwa': 'badge',
      'features/settings': 'model preference texts',
      'features/settings/push': 'api browser choice syncPush',
      'shared/lib': 'preference',
    }),
    priority: 4,
  },
  // Kept lessons and the search index: when a member page has nothing better to do, and on the pages that show them.
  {
    name: 'shelf',
    test: modules({
      'features/download': `api actions appFiles bitmap chunkStore clock keepNext keepNextChoices keepNextWork local lost
        model protection shelf texts useDownloads`,
      'features/(?:textbook|whiteboard)': 'api local model sync',
      'features/search': 'cues indexing model rows useSearch',
      'app/routes/mypage': 'searchSources',
      'shared/lib': 'deviceId learnerLine markWords',
    }),
    priority: 4,
  },
];

/** Groups of the production build, see `output.codeSplitting` of the bundler. */
export const chunkGroups: ChunkGroup[] = [...everywhere, ...guests, ...members];
