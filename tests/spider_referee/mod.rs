//! A plain, slow referee for Spider, written from the rules alone: cards are texts, columns are lists, nothing is shared
//! with the library but the printed board.

/// A card on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Card {
    name: String,
    up: bool,
}

impl Card {
    fn rank(&self) -> usize {
        "A23456789TJQK".find(&self.name[..1]).expect("a rank") + 1
    }

    fn suit(&self) -> &str {
        &self.name[1..]
    }
}

/// A game in progress.
pub struct Referee {
    columns: Vec<Vec<Card>>,
    stock: Vec<Vec<String>>,
    pub finished: usize,
    /// A row may be dealt while a column is empty.
    pub deals_over_empty: bool,
    /// Finished runs stay until they are taken off.
    pub finishes_by_move: bool,
}

impl Referee {
    /// The game that a printed board shows.
    pub fn new(text: &str) -> Referee {
        let mut referee = Referee {
            columns: Vec::new(),
            stock: Vec::new(),
            finished: 0,
            deals_over_empty: false,
            finishes_by_move: false,
        };
        for line in text.lines() {
            if let Some(rows) = line.strip_prefix("stock: ") {
                let rows = rows.split(" / ").filter(|row| *row != "-");
                referee.stock = rows.map(|row| row.split(' ').map(str::to_string).collect()).collect();
            } else if let Some(suits) = line.strip_prefix("finished: ") {
                referee.finished = suits.split(' ').filter(|suit| *suit != "-").count();
            } else if !line.starts_with("suits: ") {
                referee.columns.push(Referee::column(line));
            }
        }
        referee
    }

    fn column(line: &str) -> Vec<Card> {
        let mut up = !line.starts_with('(');
        let mut cards = Vec::new();
        for word in line.split(' ').filter(|word| *word != "-") {
            let name = word.trim_matches(['(', ')']).to_string();
            cards.push(Card { name, up });
            up |= word.ends_with(')');
        }
        cards
    }

    /// Moves `count` cards from one column to another, counted from 0; panics where the rules forbid it.
    pub fn cards(&mut self, from: usize, to: usize, count: usize) {
        assert_ne!(from, to, "onto itself");
        let first = self.columns[from].len().checked_sub(count).expect("so many cards");
        let moved = self.columns[from].split_off(first);
        assert!(moved.iter().all(|card| card.up), "a face-down card moved: {moved:?}");
        for pair in moved.windows(2) {
            assert!(pair[0].suit() == pair[1].suit() && pair[0].rank() == pair[1].rank() + 1, "no run: {moved:?}");
        }
        if let Some(on) = self.columns[to].last() {
            assert!(on.up && on.rank() == moved[0].rank() + 1, "{moved:?} on {on:?}");
        }
        self.columns[to].extend(moved);
        self.tidy();
    }

    /// Deals a row; panics where the rules forbid it.
    pub fn deal(&mut self) {
        let full = self.columns.iter().all(|column| !column.is_empty());
        assert!(full || self.deals_over_empty, "dealt with an empty column");
        let row = self.stock.remove(0);
        for (column, name) in self.columns.iter_mut().zip(row) {
            column.push(Card { name, up: true });
        }
        self.tidy();
    }

    /// Takes off the finished run of a column; panics where there is none.
    pub fn finish(&mut self, column: usize) {
        assert!(Referee::ends_in_finished_run(&self.columns[column]), "no finished run");
        self.take_off(column);
        self.tidy();
    }

    fn ends_in_finished_run(column: &[Card]) -> bool {
        let run: String = column.iter().rev().take(13).filter(|card| card.up).map(|card| &card.name[..1]).collect();
        let suits = column.iter().rev().take(13).map(|card| card.suit());
        run == "A23456789TJQK" && suits.collect::<std::collections::HashSet<_>>().len() == 1
    }

    fn take_off(&mut self, column: usize) {
        let left = self.columns[column].len() - 13;
        self.columns[column].truncate(left);
        self.finished += 1;
    }

    /// Takes off finished runs if they leave by themselves, and turns up front cards.
    fn tidy(&mut self) {
        for column in 0..self.columns.len() {
            if !self.finishes_by_move && Referee::ends_in_finished_run(&self.columns[column]) {
                self.take_off(column);
            }
            if let Some(front) = self.columns[column].last_mut() {
                front.up = true;
            }
        }
    }

    /// Is the table empty?
    pub fn is_won(&self) -> bool {
        self.finished == 8 && self.stock.is_empty() && self.columns.iter().all(Vec::is_empty)
    }

    /// The columns as a printed board shows them.
    pub fn text(&self) -> String {
        let names =
            |cards: &mut dyn Iterator<Item = &Card>| cards.map(|card| card.name.clone()).collect::<Vec<_>>().join(" ");
        let line = |column: &Vec<Card>| {
            let down = names(&mut column.iter().filter(|card| !card.up));
            let up = names(&mut column.iter().filter(|card| card.up));
            match (down.is_empty(), up.is_empty()) {
                (true, true) => "-".to_string(),
                (true, false) => up,
                _ => format!("({down}) {up}"),
            }
        };
        self.columns.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
