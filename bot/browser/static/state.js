// What the modules of this page share.

export const state = {
  scene: null, // the table as it is shown
  truth: null, // the table as it was told last, while an own move is shown that the server hasn't confirmed
  lifted: new Set(), // keys of cards of the hand
  offered: { options: [], refused: {} }, // what could be done with the lifted cards
  asking: Promise.resolve(), // the question for that
  asked: 0,
  busy: false,
  drag: null,
  news: null,
  held: null, // what came while a card was dragged
  unfolded: matchMedia("(min-width: 900px)").matches, // whether all suggestions are shown
  hint: "",
  ending: {}, // the remarks beneath the result of a game that is over, and its table
  sorted: { by: "rank", order: [] },
};
