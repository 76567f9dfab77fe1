//! A plain, slow referee of ПАСЬЯНС, written from the rules: cards are texts, columns are lists of them. It shares no
//! code with the program but the texts that boards and moves are told in.

use std::collections::HashMap;

/// A table as the rules describe it: nine columns, back card first, and the free cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub columns: Vec<Vec<String>>,
    pub cell: Option<String>,
}

/// A drag: from and to are 0 to 8, or 9 for the free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    pub from: usize,
    pub to: usize,
    pub count: usize,
}

pub const CELL: usize = 9;

/// Reads the board text of the design.
pub fn read(text: &str) -> Table {
    let mut columns = Vec::new();
    let mut cell = None;
    for line in text.lines() {
        if let Some(card) = line.strip_prefix("cell: ") {
            cell = (card != "-").then(|| card.to_string());
        } else if let Some(pile) = line.strip_prefix('[') {
            columns.push(vec![pile[..1].to_string(); 4]);
        } else if line == "-" {
            columns.push(Vec::new());
        } else {
            columns.push(line.split(' ').map(str::to_string).collect());
        }
    }
    Table { columns, cell }
}

fn is_face(card: &str) -> bool {
    ["C", "D", "H", "S"].contains(&card)
}

/// Rank and colour of a number card.
fn number(card: &str) -> (u32, char) {
    let (rank, colour) = card.split_at(card.len() - 1);
    (rank.parse().expect("a rank"), colour.chars().next().expect("a colour"))
}

/// May the card lie on that one?
fn fits(card: &str, below: &str) -> bool {
    match (is_face(card), is_face(below)) {
        (true, true) => card == below,
        (false, false) => {
            let ((rank, colour), (below_rank, below_colour)) = (number(card), number(below));
            rank + 1 == below_rank && colour != below_colour
        }
        _ => false,
    }
}

/// Four faces of one suit alone in a column are turned over.
fn is_locked(column: &[String]) -> bool {
    column.len() == 4 && is_face(&column[0]) && column.iter().all(|card| *card == column[0])
}

fn is_finished(column: &[String]) -> bool {
    column.len() == 5 && column[0].starts_with("10") && column.windows(2).all(|pair| fits(&pair[1], &pair[0]))
}

impl Table {
    /// Every column empty, locked or 10 to 6, and nothing in the free cell.
    pub fn is_won(&self) -> bool {
        self.cell.is_none() && self.columns.iter().all(|c| c.is_empty() || is_locked(c) || is_finished(c))
    }

    /// The table after the drag, or what the rules have against it.
    pub fn drag(&self, drag: Drag) -> Result<Table, String> {
        let mut after = self.clone();
        let carried = if drag.from == CELL {
            vec![after.cell.take().ok_or("the free cell is empty")?]
        } else {
            let column = &mut after.columns[drag.from];
            if is_locked(column) {
                return Err("the pile is locked".to_string());
            }
            if drag.count == 0 || drag.count > column.len() {
                return Err(format!("there are no {} cards", drag.count));
            }
            column.split_off(column.len() - drag.count)
        };
        if drag.from == drag.to || carried.len() != drag.count {
            return Err("nothing is carried".to_string());
        }
        if !carried.windows(2).all(|pair| fits(&pair[1], &pair[0])) {
            return Err(format!("{carried:?} is no run"));
        }
        if drag.to == CELL {
            if after.cell.is_some() || carried.len() != 1 {
                return Err("the free cell takes one card".to_string());
            }
            after.cell = carried.into_iter().next();
            return Ok(after);
        }
        let column = &mut after.columns[drag.to];
        match column.last() {
            Some(_) if is_locked(column) => return Err("the pile is locked".to_string()),
            Some(front) if !fits(&carried[0], front) => return Err(format!("{} does not go on {front}", carried[0])),
            _ => column.extend(carried),
        }
        Ok(after)
    }

    /// Every drag that the rules allow, found by trying all there could be.
    pub fn drags(&self) -> Vec<Drag> {
        let mut drags = Vec::new();
        for from in 0..=CELL {
            for to in 0..=CELL {
                for count in 1..=8 {
                    let drag = Drag { from, to, count };
                    if self.drag(drag).is_ok() {
                        drags.push(drag);
                    }
                }
            }
        }
        drags
    }
}

/// Plays the drags, every one of which must be legal, and says what is then on the table.
pub fn replay(table: &Table, drags: impl IntoIterator<Item = Drag>) -> Table {
    drags.into_iter().enumerate().fold(table.clone(), |table, (index, drag)| {
        table.drag(drag).unwrap_or_else(|wrong| panic!("move {}: {drag:?}: {wrong}\n{table:?}", index + 1))
    })
}

/// How many of each card lie on the table.
pub fn deck(table: &Table) -> HashMap<String, usize> {
    let mut deck = HashMap::new();
    for card in table.columns.iter().flatten().chain(&table.cell) {
        *deck.entry(card.clone()).or_default() += 1;
    }
    deck
}
