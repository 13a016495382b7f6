// The table's own words, by language; all other texts come with the seat value.
export const WORDS = {
  en: {
    yours: "It is your move", waits: "is deciding", over: "The game is over", wins: "wins", win: "win", youWin: "You win", lost: "All have lost", won: "All have won",
    tap: "Choose a highlighted card", tapPlayer: "Choose a highlighted player", tapBoth: "Choose something highlighted", or: "or", orButton: "or use a button", story: "Story", why: "why", round: "Round",
    points: "points", you: "you", known: "known to you", watching: "You are watching", here: "here", away: "away", bot: "a bot", sheet: "Where the points come from", close: "Close",
    because: "Because of", rule: "the rule", sources: "where the rules say so", inGame: "in the game", choices: "choices", skip: "Go to the question", marked: "Marked", cards: "cards",
    player: "player", help: "What is this?", menu: "What to do", botPlays: "a bot plays",
  },
  fr: {
    yours: "C’est à vous", waits: "réfléchit", over: "La partie est terminée", wins: "gagne", win: "gagnent", youWin: "Vous gagnez", lost: "Tous ont perdu", won: "Tous ont gagné",
    tap: "Choisissez une carte en surbrillance", tapPlayer: "Choisissez un joueur en surbrillance", tapBoth: "Choisissez parmi ce qui est en surbrillance", or: "ou", orButton: "ou un bouton", story: "Récit", why: "pourquoi", round: "Tour",
    points: "points", you: "vous", known: "que vous connaissez", watching: "Vous regardez", here: "présent", away: "absent", bot: "un robot", sheet: "D’où viennent les points", close: "Fermer",
    because: "En raison de", rule: "la règle", sources: "où les règles le disent", inGame: "dans le jeu", choices: "choix", skip: "Aller à la question", marked: "Marqués", cards: "cartes",
    player: "joueur", help: "De quoi s’agit-il ?", menu: "Que faire", botPlays: "un robot joue",
  },
};

// The words for a language tag such as `fr-CA`; English for a language without words.
export const wordsFor = (tag) => WORDS[(tag || "en").split("-")[0]] || WORDS.en;
