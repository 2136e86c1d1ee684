// Sentences on the page itself: how it loads and starts again, links and files, tabs, dialogs, lessons, and the page within another.

// Loading.

export const loadingPictures = 'The solver is ready; the pictures follow';
export const loading = (share: number): string => `Loading the solver: ${Math.round(100 * share)} %`;
export const noWebAssembly = 'This browser has no WebAssembly.';
export const networkGone = 'The page cannot load its program: there is no network connection.';
export const serverAnswered = (status: number): string => status === 404 ?
  'The program of this version of the page is no longer on the server.' : `The server cannot send the program now: it answers ${status}.`;
export const fileDamaged = 'What the server sent is damaged: it is not the program that belongs to this page.';
export const withoutStyle = 'The style sheet of the page did not load; everything works but looks plain. ';
export const stalled = 'The download has stalled.';
export const tryAgain = 'Try again';
export const sandboxed = 'The solver cannot start in this frame: its sandbox must allow scripts and the same origin.';
export const newVersion = 'A new version of the page is ready.';
export const reload = 'Reload';
export const dismiss = 'Dismiss';
export const acceptHelp = 'Accept the offer.';
export const dismissHelp = 'Dismiss the offer; nothing changes.';

// The solver.

export const solverRestarted = 'The solver stopped and was restarted.';
export const solverSilent = 'The solver does not answer. If it does not within seconds, it is restarted with your work.';
export const solverAtWork = (seconds: number): string => `The solver is in a step of about ${Math.ceil(seconds)} seconds and answers after it.`;
export const solverBack = 'The solver stopped and was restarted with your work.';
export const solverDoesNotStart = 'The solver does not start.';
export const solverKeepsStopping = 'The solver keeps stopping.';
export const startAgain = 'Restart it';

// Links and files.

export const linkCopied = (size: string): string => `Link copied: it opens all of this anywhere (${size}).`;
export const linkInAddress = (size: string): string => `The link is in the address bar: copy it from there (${size}).`;
export const longLink = (size: string): string =>
  `A link with all these points would have ${size}, more than many programs accept: save your work as a file instead.`;
export const linkDamaged = 'This link is damaged or incomplete; nothing has changed.';
export const linkOfOtherVersion = 'This link was made by another version of the page and cannot be read; nothing has changed.';
export const linkUnknown = 'The part of the address after # opens nothing here; nothing has changed.';
export const lessonUnknown = (name: string): string => `There is no lesson “${name}”; here is the list.`;
export const linkTooLong = 'This link is longer than any that the page makes; nothing has changed.';
export const linkTooLarge = 'This link unpacks to more than any that the page makes; nothing has changed.';
export const linkWithoutState = 'This link does not hold a state of the page; nothing has changed.';
export const linkStops = 'The solver kept stopping after this link was opened; it will not reopen automatically.';
export const openStill = 'Open it';
export const saveAsFile = 'Save as file';
export const fileTooLarge = 'This file is larger than any that the page writes.';
export const fileNotJSON = 'This file is not JSON; nothing has changed.';
export const fileUnknown = 'This file is neither a problem nor work saved from this page; nothing has changed.';
export const appearanceUnusable = 'The work is open; the appearance of the page that came with it cannot be used.';
export const workIsKept = (scenes: number): string => `Your last work${scenes ? `, with ${countOfScenes(scenes)}` : ''}`;
export const workDamaged = 'Your last work cannot be read any more; you can save it as it is.';
export const workUnreadable = 'Work that cannot be read';
export const saveWorkHelp = 'Save it as a file, as it is.';
export const restore = 'Restore';
export const workNotStored = 'This browser cannot keep your work (refused, or too large): save it as a file before you leave.';
const countOfScenes = (n: number): string => (n === 1 ? 'one scene' : `${n} scenes`);
export const workWithScenes = (n: number, title: string): string => `${n === 1 ? 'One scene' : countOfScenes(n)}: ${title}`;
export const workOfPreset = (name: string, points: number): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${points} points`;
export const workOfPoints = (count: number, features: number): string =>
  (count ? `${count === 1 ? 'One point' : `${count} points`} with ${features === 1 ? 'one feature' : `${features} features`}` : 'Nothing drawn yet');
export const keptAt = (time: number, letters: number): string =>
  `${time ? new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : 'earlier'}, ${letters < 1e6 ? `${Math.ceil(letters / 1e3)} kB` : `${(letters / 1e6).toFixed(1)} MB`}`;
export const openWorkHelp = 'Open it on top of the present work; undo leads back.';
export const removeWork = (title: string): string => `Remove ${title}`;
export const removeWorkHelp = 'Remove it from this browser.';
export const workNotKept = 'The page should be reloaded, but this browser does not let it keep your work: save it as a file first.';

// Dialogs and lessons.

export const sceneOf = (k: number, n: number): string => `scene ${k} / ${n}`;
export const sceneAdded = (k: number, shown: boolean): string => `Scene ${k} is added${shown ? '' : ': the mode Present shows it'}.`;
export const sceneUpdated = (k: number): string => `Scene ${k} is now what the screen shows.`;
export const sceneRemoved = (k: number): string => `Scene ${k} is removed.`;
export const bringBack = 'Bring it back';
export const sceneKept = (k: number, returns: boolean): string =>
  `What you changed in scene ${k} is kept in it${returns ? '; these are your own points again' : ''}.`;
export const discardChanges = 'Discard changes';
export const tooManyScenes = (most: number): string => `A presentation has at most ${most} scenes: remove one first.`;
export const sceneUnusable = (k: number, why: string): string => `Scene ${k} cannot be opened, and nothing has changed: ${why}`;
export const linkLength = (letters: number): string => `${letters.toLocaleString('en')} letters`;
export const linkSelected = 'The link is selected: copy it from there.';
export const scanTitle = (what: string): string => `Conelab: ${what}`;
export const scanHow = (canType: boolean): string => `Point the camera of your phone at the code${canType ? ', or type the address' : ''}.`;
export const codeOfPoints = 'The code holds the points drawn. Without them, “Prepare for a class” gives a short address to type.';
export const exploreTitle = 'draw, and see why nothing is better';
export const labTitle = 'the lab';
export const denseQR = (letters: number): string => `The link has ${letters.toLocaleString('en')} letters: its code is dense, so show it large and near. From the last row a phone reads about 400, ten points.`;
export const qrName = 'QR code of the link';
export const tooLongForQR = (letters: number): string =>
  `This link has ${letters.toLocaleString('en')} letters, more than a QR code holds: hand out the link, or the file.`;
export const linkTooLongToShare = 'Many mail and chat programs cut links of this length: hand out the file.';
/** What students see besides the mode that the link opens; with scenes this includes Present. */
export const studentsGet = (mode: string, scenes: boolean): string => {
  if (mode === 'lab') return 'The lab opens, with all modes.';
  const beside = mode === 'learn' ? (scenes ? 'Learn opens, Present is beside it.' : 'Learn opens, and no other mode.')
    : `Explore opens, ${scenes ? 'Learn and Present are' : 'Learn is'} beside it.`;
  return `${beside} Everyone can bring the rest back in the menu Share.`;
};
export const lessonList = 'the list of lessons';
export const copied = 'Copied.';
export const codeSelected = 'The code is selected: copy it from there.';
export const lessons = 'Lessons';
export const lessonDone = 'done';
export const courseDone = 'You have followed the whole course. Draw data of your own in Explore, or take a pencil to the exercises.';
export const preparing = 'One moment …';
export const predictHelp = 'What do you expect? Any answer is fine; you will see.';
/** noted answers a prediction before its task is done: whether it was right is still to be seen. */
export const noted = 'Noted: now look.';
export const foreseen = 'Right.';
export const unforeseen = 'Not quite.';
export const next = 'Next';
export const showAnswer = 'Show the answer';
export const nextQuestion = 'Next question';
export const nextLesson = 'Next lesson';
export const skip = 'Skip';
export const finish = 'Finish';

// Within another page.

export const tapToDraw = 'Tap to draw and turn';
export const doneDrawing = 'Done drawing';
export const frameTitle = 'Conelab: a network trained to its proven optimum';
export const noSuchMode = 'The modes are explore, learn, present and lab.';
export const problemNotJSON = 'The problem cannot be written as JSON; nothing has changed.';
export const problemNotFinite = (name: string): string => `The problem has a number that is infinite or NaN, named ${name}: a finite one was expected; nothing has changed.`;
export const problemReplaced = 'The problem changed before it was solved.';
export const problemTooLarge = 'The problem is larger than 16 MB; nothing has changed.';
export const badMessageId = (most: number): string => `The id of a message must be a number or a text of at most ${most} characters.`;
export const noSuchMethod = (methods: readonly string[]): string => `There is no method of that name; the methods are ${methods.join(', ')}.`;
export const tooManyQuestions = (most: number): string => `There are ${most} questions in progress already; wait for their answers.`;

// The activation.

export const askWithoutFilm = 'Can any network beat this one? No neuron gains more than its price. With this activation the films are for one and two features.';
/** gapSoFar states a share, which is rounded up since it is a bound. */
export const gapSoFar = (gap: number): string =>
  `Certified so far: the optimum is ${gap < 0.001 ? 'less than 0.1' : `at most ${Math.ceil(1000 * gap) / 10}`} % below.`;
